/** Maximum number of recipients of one call or one page address. In its own file, so that the first page does not load the contract. */
export const CUSTOMERS_MAX = 50
