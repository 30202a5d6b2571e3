/** The numbers of cases in the folder beside the checkout. A test compares them with the folder. */
export const sharedCases = { articles: 13, answers: 18, hostileTexts: 7352, urls: 891 };
