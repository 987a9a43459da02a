// The prose of the API document: the purpose of each area, and the use of each call open to programs.

/** One sentence about each tag of the API document. */
export const apiTagDescriptions: Readonly<Record<string, string>> = {
  access: 'Sign-in, sessions, roles, user accounts and the accounts of programs.',
  activities: 'Types of activity, and the diary of what staff did with customers.',
  approvals: 'Requests that a second person must approve before they take effect.',
  audit: 'The record of who changed or read what, and when.',
  campaigns: 'Campaigns, their target lists, sends and bonus points.',
  'custom-fields': 'Fields that the company adds to records.',
  'customer-rewards': 'Rewards of members: redeeming, claiming and collecting them at a counter.',
  customers: 'Customers with their contacts, addresses, consents and duplicates.',
  dashboard: 'Figures of the day for the first page.',
  'data-quality': 'Missing and inconsistent customer data, and the queue to correct it.',
  'event-feed': 'What happened, in order, for other systems; and snapshots to start from.',
  expiry: 'Points that expire, and the rewards that prevent it.',
  exports: 'Files made from lists and reports.',
  feedback: 'Feedback questions, forms and responses.',
  household: 'Relatives of a customer, their occasions and gift ideas.',
  imports: 'Import of files with customers, sales and other records.',
  leads: 'Prospects who are not yet customers.',
  levels: 'Upgrades and downgrades of card categories, and their approval.',
  media: 'Images and documents.',
  memberships: 'Memberships, cards and the look-up of a member at a counter.',
  merges: 'Merging two records of one person, and undoing it.',
  messages: 'Message templates, sent messages, and their delivery reports.',
  occasions: 'Birthdays, anniversaries and other dates to contact a customer.',
  organisation: 'The company’s name and settings that every page needs.',
  other: 'Tools of the demo; a production server does not have them.',
  people: 'Search for people across customers, members and prospects.',
  points: 'The ledger of points: balances, statements, redemptions, rates and adjustments.',
  privacy: 'Requests of customers about their personal data: copies and erasure.',
  referrals: 'Members who refer friends, and what both receive.',
  reports: 'Reports over sales, members, points and rewards.',
  retention: 'Rules about how long records are stored.',
  rewards: 'The catalogue of rewards and their stock.',
  sales: 'Sales and cancellations with their lines, as a till or the back office enters them.',
  segments: 'Groups of customers by rules.',
  'self-service': 'The pages on which customers see and change their own data.',
  setup: 'Lists of values, product groups, settings and other shared records.',
  provisioning: 'Groups of an identity provider and the roles of their members.',
  staff: 'Outlets, departments and staff.',
  tasks: 'Tasks of outlets and staff, and their progress.',
  tills:
    'Calls that only tills make: reference data, exchanges, vouchers as payment, allowances and redemptions without a connection, and batches. Sales, points and rewards of a till are in the tags of these names.',
  tiers: 'Card groups, card categories and the conditions of their levels.',
  views: 'Views of lists that users save.',
  vouchers: 'Vouchers, their security codes and their use.',
  webhooks: 'URLs of other systems to which events are sent, and the log of deliveries.',
  watch: 'Findings that may be misuse of the programme.',
  workspace: 'Search, favourites, notes and the start page of a user.',
}

const RETRY =
  'If the reply is lost, repeat the call with the same Idempotency-Key and body: within 7 days it answers what was answered first.'
const READS = 'It changes nothing and can be repeated freely.'
const COPIES =
  'Repeat the call with the returned Cursor: all records come first, and then each record that changed, in its present state. Repeating a call with an older cursor does no harm.'

/** The purpose, the effects and the retry rules of each call, keyed by the path of the call. */
export const apiCallDescriptions: Readonly<Record<string, string>> = {
  '/auth/system/sign-in':
    'Exchanges the client id and secret of a program’s account for an access token. The token is valid for the number of seconds in expires_in; sign in again before that or after a 401. Several tokens of one account may be in use at the same time.',
  '/customer/memberships/transaction-summaries/add': `Enters a sale (TransactionType N) or a return of a sale (C) when it is complete at the till. Points are earned or taken back in the same transaction, and the reply has the balance for the slip. PerformedAt without an offset is local time of the business time zone. ${RETRY}`,
  '/customer/transaction-details/add': `Adds one line to a sale of a till that was entered without all its lines; staff add lines only on the day of the entry. The member earns what the line adds; a line above a stated TotalAmount is refused, and so is one for a sale with returned lines. ${RETRY}`,
  '/customer/transaction-summaries/cancel/preview': `Shows what a return would do to each line and to the member’s points before it is entered. ${READS} Enter the return itself with TransactionType C.`,
  '/customer/transaction-summaries/normal/preview': `Computes the points that a sale would earn, line by line, before it is entered. ${READS} The figures are those of the moment: a later change of rates or of the balance changes them.`,
  '/customer/memberships/transaction-summaries/recent': `Lists the last five sales of a member at any outlet, each less its returns. ${READS} It helps to find the invoice that a customer wants to return.`,
  '/customer/transaction-summaries/find-all': `Lists sales and returns, newest first, with filters and pages. ${READS} DateFrom and DateTo are days of the business time zone.`,
  '/customer/transaction-summaries/normal/find-one': `Reads one sale with its lines, points and bonuses by its invoice number. ${READS} Use it to learn whether a sale arrived.`,
  '/customer/transaction-summaries/cancel/find-one': `Reads one return with its lines by its invoice number. ${READS} Use it to learn whether a return arrived.`,
  '/customer/transaction-details/find-all': `Lists lines of sales and returns with filters and pages. ${READS}`,
  '/customer/transaction-details/normal/find-one': `Reads one line of a sale by invoice number and sequence number. ${READS}`,
  '/customer/transaction-details/cancel/find-one': `Reads one line of a return by invoice number and sequence number. ${READS}`,
  '/point/balances/find-one': `Reads what a member has, can redeem now and will lose by expiry. ${READS} The balance is that of the business date of the call.`,
  '/point/histories/find-all': `Lists the movements of a member’s points, newest first. ${READS} Search.MembershipNo is required.`,
  '/point/statements/find-one': `Reads a statement between two days: opening balance, movements in order, closing balance and expiries. ${READS} Days are those of the business time zone; without them the statement has all movements.`,
  '/point/explain': `Explains a balance by its lots: which invoice, line and rate gave how many points, and what used them. ${READS} With InvoiceNo it explains one sale.`,
  '/point/award': `Awards the points of an invoice that was entered without earning, for example before its member was known. The server computes the points by the rules of the invoice’s business date; an invoice is awarded once. ${RETRY}`,
  '/point/redemption': `Takes points from a member as payment, those that expire soonest first. With ObjectType Invoice and the invoice number as ObjectValue, a later return of its goods refunds them in proportion; the same object is paid once. ${RETRY}`,
  '/point/redemption/refund': `Gives the points of a whole redemption back, with their expiry dates extended to at least the days of grace. A redemption is refunded once; HistoryId comes from the reply of the redemption or from the list of movements. ${RETRY}`,
  '/point/expires': `Lists by month what has expired and what will expire of a member’s points. ${READS} Points expire at the end of a day of the business time zone.`,
  '/customer/memberships/lookup':
    'Finds members by card number, identity number, phone, e-mail or name, at most ten. A complete identifier opens a customer of another outlet to the calling session for 30 minutes; the look-up is recorded in the audit log. It can be repeated freely.',
  '/customer/memberships/card': `Reads the member as a counter shows them: tier, points, expiries, last purchase and warnings. ${READS} Look the member up first if the card number was not scanned.`,
  '/customer/memberships/find-one': `Reads one membership with its balance, tier, cycle and pending upgrade by the number on the card. ${READS}`,
  '/customer/memberships/balances': `Lists the point balances of a membership; one kind of points exists. ${READS} The balance is that of the business date of the call.`,
  '/messages/bounces/add':
    'Reports that an e-mail bounced or that its recipient complained, as a mail system or a program that reads its mailbox does. A hard bounce marks the address, a complaint withdraws the consent to e-mail. Repeating a report with the same EventId has no further effect.',
  '/reward/customer-rewards/find-all': `Lists rewards of members with filters and pages, newest first. ${READS} A complete membership number finds rewards at every outlet.`,
  '/reward/customer-rewards/find-one': `Reads one reward of a member with its state. ${READS}`,
  '/reward/customer-rewards/lookup':
    'Finds the reward that a customer shows, by its code and an identifier of the customer, and previews what the counter may do next. It opens the customer to the calling session; nothing else changes, and it can be repeated.',
  '/reward/customer-rewards/eligible': `Lists the rewards that a member can have today, those that can be redeemed first. ${READS}`,
  '/reward/customer-rewards/redeem': `Takes the points of one or several gifts and reserves the gifts at the outlet of collection: all or none. The customer collects them later. ${RETRY}`,
  '/reward/customer-rewards/claim': `Hands a reward over: its voucher is assigned, and points that are due at the claim are taken. ${RETRY}`,
  '/reward/customer-rewards/security-code':
    'Returns the security code of a voucher for the slip, only to the till that claimed it and for ten minutes after the claim. Each access is logged.',
  '/reward/customer-rewards/collect': `Records that a customer collects a redeemed gift. Points were taken when it was redeemed. ${RETRY}`,
  '/reward/customer-rewards/cancel-claim': `Cancels a claim: voucher, stock and points go back. A claim whose voucher was used is refused. ${RETRY}`,
  '/reward/customer-rewards/cancel-redeem': `Cancels a redemption before the gift is collected: points go back and the stock is free again. ${RETRY}`,
  '/reward/customer-rewards/cancel-collect': `Cancels a collection once the gift is back at the outlet. The reward stays redeemed. ${RETRY}`,
  '/customer/customers/add': `Registers a customer with a membership, consents and an optional address. Check for duplicates first: a second record of one person has to be merged by staff. ${RETRY}`,
  '/customer/customers/duplicates': `Finds customers who may be the person that is being registered. ${READS}`,
  '/customer/consents/add':
    'Records that a customer grants or withdraws a consent; earlier records stay as they are. The latest record of a channel counts, so a repeated call does no harm.',
  '/events': `Returns what happened after a cursor, in order and without gaps; with wait, a call without a new event waits for the next one. ${READS} Store the returned Cursor together with the effects of the events, and send it as after in the next call.`,
  '/changes/customers': `Reads customers with their addresses and latest consents, to copy them completely. ${COPIES} Customers who are deleted, erased or merged into another one are in Deleted.`,
  '/changes/memberships': `Reads memberships with the totals of their ledgers, to copy them completely. ${COPIES} A membership also appears when its points move.`,
  '/changes/sales': `Reads the headers of sales and cancellations, to copy them completely. ${COPIES} A sale also appears when it is returned, approved, corrected or linked to another member.`,
  '/changes/lines': `Reads the lines of sales and cancellations, to copy them completely. ${COPIES} All lines of a sale appear when the sale changes.`,
  '/changes/ledger': `Reads the entries of all members’ ledgers, to copy them completely. ${COPIES} An entry also appears when its points are used, reversed or expire.`,
  '/changes/rewards': `Reads the rewards of members, to copy them completely. ${COPIES} Rewards that staff deleted are in Deleted.`,
  '/snapshots/:Kind': `Streams all members, balances, vouchers, rewards or customers as they are now, as one JSON object per line. ${READS} The first line has the cursor from which the feed continues, the last line the number of records.`,
  '/till/reference': `Reads what a till has to know: outlets, brands, product groups, salespeople and the clock of the server. ${READS} Send the ETag of the last reply as If-None-Match to learn whether anything changed.`,
  '/till/exchanges/add': `Takes pieces back and sells others in one transaction: both are entered or neither. The reply has both documents and the balance after them. ${RETRY}`,
  '/till/allowances/add': `Reserves points of a member for this till, so that the till can redeem the points later without a connection. Store the text of the allowance until the customer leaves; a new allowance of the same till for the member ends the earlier one, so send the queue first. ${RETRY}`,
  '/till/allowances/end': `Ends an allowance of this account and makes its unused points available to the member again. Call it when the customer leaves without redeeming. ${RETRY}`,
  '/till/redemptions/add': `Enters a redemption that took place at the till without a connection, as a call of its own or in a batch. A valid allowance covers its points in any case; other redemptions are taken up to the limit of the reference, and points that the member does not have become arrears. ${RETRY}`,
  '/till/vouchers/check':
    'Checks a voucher and its security code before it is taken as payment. The reply names the reason if it cannot be taken; the voucher does not change, and the call can be repeated.',
  '/till/vouchers/use': `Takes a voucher as payment of an invoice, once, before or after the invoice is entered. The invoice states the paid part itself as VoucherAmount. It is for tills that do not report vouchers to the ERP. ${RETRY}`,
  '/till/batch':
    'Makes up to 500 calls that a till queued while it was offline, in their order. Each call has its own key, transaction and result, so a refused call does not stop the others. If the reply is lost, send the whole batch again: calls that were made answer what was answered first.',
}

/** The replies after which a till repeats a request, as docs/integration.md and packages/client state them. */
export const REPEATED_REPLIES = 'without a reply or with status 408, 429, 502, 503 or 504'

/** The introduction of the API document. */
export const API_INTRODUCTION = [
  'Calls are JSON over HTTPS. Unknown fields are refused with 400; replies may get further fields in a later release.',
  'Lists take `Rows`, `Page`, `Search`, `SortOption` and `SortDirection` and answer `count` and `rows`; more than 1,000 rows are ' +
    'refused, but by lists whose `Rows` says that it asks for the whole list. An empty filter is no filter.',
  'Money is text with two decimals, points are whole numbers. Instants in replies are UTC; an instant in a request without an offset ' +
    'is local time of the business time zone.',
  'An error has the same form everywhere: `code` never changes and tells programs what is wrong, `message` is for people. Responses ' +
    'list the codes of the call’s whole area, of which a call returns only some.',
  `Repeat a request ${REPEATED_REPLIES} with the same \`Idempotency-Key\`: after the seconds in \`Retry-After\`, otherwise after 1, 2, 4 … 60 ` +
    'seconds. Repeat 500 once. After 401 sign in again once. Every other refusal is final. The key is optional, but without it a repeated ' +
    'change may be executed twice.',
].join('\n\n')
