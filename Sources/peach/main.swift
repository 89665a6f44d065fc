print("peach")
