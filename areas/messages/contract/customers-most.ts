/** The maximum number of recipients of one call or page URL. A separate file keeps the contract out of the first page. */
export const MESSAGE_RECIPIENTS_MAX = 50
