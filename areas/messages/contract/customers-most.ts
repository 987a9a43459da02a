/** As many customers are written to at once, by one call or from one address. Apart, so that the first page loads no contract. */
export const CUSTOMERS_MOST = 50
