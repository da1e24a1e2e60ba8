package lower

// fewOffers is up to how many offers one is chosen by selects; with more, there are branches.
const fewOffers = 8
