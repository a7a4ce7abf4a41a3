"""Rolling with the Waves: what it takes to print its kit, and as yet of its rules only what concerns the dice."""
