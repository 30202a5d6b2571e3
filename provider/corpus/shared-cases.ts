/** How many cases the folder beside the checkout adds to those of the project. A test holds this against the folder. */
export const sharedCases = { articles: 13, answers: 18, hostileTexts: 7352, urls: 891 };
