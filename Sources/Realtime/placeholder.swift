import Music

