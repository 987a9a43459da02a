/** A JSON object of the document. */
export type JsonObject = Record<string, unknown>

/** A JSON Schema of the API document. */
export type Schema = JsonObject & {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: string[]
  const?: unknown
}

const scalars = ['string', 'number', 'boolean', 'null'].map((type) => ({ type }))

/** The kit's field types as components of the API document, keyed by the name of their constant. */
export const apiFieldTypes: Readonly<Record<string, JsonObject>> = {
  Decimal: {
    type: 'string',
    pattern: '^-?\\d+(\\.\\d+)?$',
    description:
      'A decimal as text, exact: amounts with 2 decimals, unit prices with 4, quantities with 3. Never parse it to a binary float',
  },
  Measure: {
    type: 'string',
    pattern: '^-?\\d+(\\.\\d+)?$',
    description: 'A figure that is not money, as decimal text: a share in percent, an average, a number of pieces',
  },
  Money: {
    type: 'string',
    pattern: '^-?\\d{1,12}\\.\\d{2}$',
    description: 'An amount in the company’s currency, as text with exactly 2 decimals: "1234.50"',
  },
  MoneyInput: {
    type: 'string',
    pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$',
    description:
      'An amount in the company’s currency, as text with at most 2 decimals: "1234.50". A JSON number is accepted as well',
  },
  MoneyFromZero: {
    type: 'string',
    pattern: '^\\d{1,12}(\\.\\d{1,2})?$',
    description:
      'An amount in the company’s currency, not negative, as text with at most 2 decimals: "1234.50". A JSON number is accepted as well',
  },
  UnitPriceInput: {
    type: 'string',
    pattern: '^-?\\d{1,12}(\\.\\d{1,4})?$',
    description: 'A price per unit as text with at most 4 decimals. A JSON number is accepted as well',
  },
  QuantityInput: {
    type: 'string',
    pattern: '^-?\\d{1,12}(\\.\\d{1,3})?$',
    description: 'Pieces or a weight, as text with at most 3 decimals. A JSON number is accepted as well',
  },
  QuantityAboveZero: {
    type: 'string',
    pattern: '^\\d{1,12}(\\.\\d{1,3})?$',
    description: 'Pieces or a weight above 0, as text with at most 3 decimals. A JSON number is accepted as well',
  },
  UnitPriceFromZero: {
    type: 'string',
    pattern: '^\\d{1,12}(\\.\\d{1,4})?$',
    description: 'A price per unit, not negative, as text with at most 4 decimals. A JSON number is accepted as well',
  },
  RateInput: {
    type: 'string',
    pattern: '^-?\\d{1,12}(\\.\\d+)?$',
    description: 'A rate as decimal text, rounded half up to 2 decimals. A JSON number is accepted as well',
  },
  Points: { type: 'integer', description: 'Loyalty points, always whole; negative where points are taken' },
  PointsAmount: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'A number of points to credit or debit',
  },
  Id: { type: 'integer', minimum: 1, description: 'The server’s number of a record; it never changes' },
  Version: {
    type: 'integer',
    minimum: 1,
    description:
      'Counts the changes of a record. An update with a version that is not the present one is refused with 409',
  },
  Instant: { type: 'string', format: 'date-time', description: 'A moment in UTC: 2026-01-31T06:30:00.000Z' },
  InstantInput: {
    type: 'string',
    pattern:
      '^(19|20|21)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,6})?)?(Z|[+-]([01]\\d|2[0-3]):?[0-5]\\d)?$',
    description:
      'A moment with its offset, 2026-01-31T14:30:00+08:00. Without an offset it is local time of the server’s business time zone',
  },
  DateOnly: {
    type: 'string',
    format: 'date',
    description: 'A calendar day, YYYY-MM-DD; business days begin at midnight of the server’s business time zone',
  },
  BusinessDate: {
    type: 'string',
    format: 'date',
    description: 'The calendar day of a business event in the server’s business time zone',
  },
  YN: { type: 'string', enum: ['Y', 'N'], description: 'Yes or no' },
  Flag: { type: 'string', enum: ['Y', 'N'], description: 'Yes or no. true and false are accepted as well' },
  MembershipNumber: {
    type: 'string',
    minLength: 1,
    maxLength: 30,
    description: 'The number on the member’s card. Spaces, hyphens and case are ignored',
  },
  Email: { type: 'string', format: 'email', maxLength: 254, description: 'Stored in lower case' },
  Phone: {
    type: 'string',
    maxLength: 60,
    description: 'One or two numbers separated by " / ", with country code or in the format of the company’s country',
  },
  Json: {
    oneOf: [
      ...scalars,
      { type: 'array', items: { oneOf: [...scalars, { type: 'object', additionalProperties: true }] } },
      { type: 'object', additionalProperties: true },
    ],
    description: 'Any JSON value; the record says which',
  },
}

/** Describes the fields of calls open to programs, keyed by `Field` or `Record.Field`. A description in a contract wins. */
export const apiFieldDescriptions: Readonly<Record<string, string>> = {
  Arrears: 'Points owed after the return of a sale whose points were spent; the next points earned pay them first',
  ArrearsAfter: 'Arrears after the cancellation',
  ArrearsBefore: 'Arrears before the cancellation',
  AssignedAt: 'When a sale without a member was linked to its member; null if it never was',
  Available: 'Points that can be redeemed now: open lots less arrears, never below zero',
  AvailableFrom: 'First day on which the points can be redeemed; null if there are none',
  BalanceType: 'The name of the kind of points; one kind exists',
  BonusPoints: 'Points added by campaigns',
  Bonuses: 'Bonus points by campaign',
  Brand: 'A brand of the list of brands. An unknown brand is accepted, and its line earns after staff have mapped it',
  BusinessDate: 'The calendar day of the sale or movement in the server’s business time zone: YYYY-MM-DD',
  CancelState: 'How much of the sale was returned',
  CancelledQuantity: 'Returned so far, in the unit of Quantity',
  CardCategoryCode: 'Code of the tier; null for a member without a card',
  CardCategoryName: 'Name of the tier for people',
  CertificateNo: 'Certificate of the stone or piece',
  CheckStatus:
    'Waiting: goods are unknown or amounts inconsistent, so the line earns nothing until staff settle it. Null: in order',
  CustomerId: 'The server’s number of the customer; null where there is none',
  CustomerName: 'Full name as registered; null for a sale without a member',
  DateFrom: 'First day included, YYYY-MM-DD in the business time zone; empty: no limit',
  DateTo: 'Last day included, YYYY-MM-DD in the business time zone; empty: no limit',
  DepartmentCode: 'Code of the department at the outlet; empty if there is none',
  Details: 'The lines in order',
  Discount: 'Money taken off before tax',
  EarnedPoints: 'Points earned by the lines, without campaigns',
  EligibleYN: 'N: the line earns no points',
  EventId: 'Your id of the report; the same id is recorded once',
  Exact: 'Points before rounding, caps and minimum spend, as decimal text',
  ExactYN: 'Y: the text is a complete identifier, so the rows are its only possible meaning',
  Expiries: 'Points by the month in which they expire, soonest first',
  ExpiryDate: 'Last day on which the points can be redeemed; null if they never expire or there are none',
  FormerMembershipNo: 'The number that was looked up, if that membership was merged into this one; else null',
  FullName: 'Name as registered',
  HistoryId: 'The ledger entry; a refund names it',
  InvoiceNo: 'The invoice’s number, unique in the company, in upper case',
  ItemCode: 'Your stock-keeping code of the goods',
  Known: 'true: an e-mail of Carat with this Message-ID exists',
  LinesToCheck:
    'Number of lines with unknown goods or inconsistent amounts, which earn nothing until staff settle them',
  MembershipNo: 'The number on the member’s card; null or empty where there is no member',
  MemberType: 'Premium members have a tier and earn points',
  MessageId: 'The Message-ID header of the e-mail, with or without angle brackets',
  NetAmount: 'Money after discount, without tax; points are computed from it',
  NetMoved: 'Net amount with its sign: negative for a cancellation',
  ObjectValue: 'Your reference to what the points pay for, such as the invoice number',
  OldSequenceNo: 'The line of the original sale that this line returns; null on a sale',
  OriginalInvoiceNo: 'The sale that a cancellation returns; null on a sale',
  OutletCode: 'Code of the outlet, in upper case',
  OutletCodes: 'Codes of the outlets to which the account is bound; empty if it may act at every outlet',
  OutletPhone: 'For the slip; null if the outlet has none',
  PendingUpgrade: 'A tier that the member has reached and that awaits approval; null if there is none',
  PerformedAt:
    'When the sale or return was rung up, UTC in replies. A request without an offset means the business time zone; omitted: now',
  PointBalance: 'Points left in all lots less arrears; negative if more is owed',
  PointsAvailable: 'What the member can redeem after this call; null for a sale without a member',
  PointsEarned: 'Points that the line earned',
  PointsMoved: 'Change of the member’s balance by this document',
  PointsOwed: 'Arrears after this call: points spent and then taken back; null for a sale without a member',
  PointsPending: 'Points that the sale will earn once it is approved',
  PointsReversed: 'Points taken from the line by returns',
  ProductGroup: 'Code of the product group; empty if there is none',
  ProductType: 'The kind of goods in your own words; empty if unknown',
  Quantity: 'Pieces or weight, up to 3 decimals',
  ReferenceCode: 'The code of a member’s reward, which the customer shows',
  Refunded: 'Points given back',
  Remark: 'For staff',
  Remarks: 'For staff; empty if there are none',
  ReversedPoints: 'Points taken back by this cancellation',
  Rows: 'Rows per page',
  SalesOrder: 'The order that the invoice belongs to; empty if there is none',
  SalesPersonCode: 'Code of the salesperson; a code that is not in the reference is stored as sent. Empty if unknown',
  SequenceNo: 'Number of the line within its invoice, from 1; omitted for a late line: the next free number',
  SerialNo: 'Serial number of the piece',
  StockGroup: 'Code of the stock group; empty if there is none',
  StaffName: 'The member of staff who made the entry; null for a program',
  Tax: 'Tax of the line or sale',
  TierName: 'Name of the member’s tier, for the slip; null without a member',
  TotalAmount: 'Net amounts and tax of the whole sale, including the parts paid by voucher and trade-in',
  TradeIn: 'The part paid by goods taken in; it earns no points',
  TransactionId: 'The server’s number of the sale',
  Typed: 'Card number, identity number, phone, e-mail or name as typed or scanned',
  UnitPrice: 'Price of one unit before discount and tax, up to 4 decimals; not negative',
  VoucherAmount: 'The part paid by vouchers; it earns no points',
  Weight: 'Weight in grams; empty if it does not matter',
  access_token: 'Send it as Authorization: Bearer …',
  CountEstimatedYN:
    'Y if counting would take long, and count is therefore an estimate with two digits; otherwise absent',
  count: 'Number of rows on all pages',
  mbsno: 'The number on the member’s card',
  rows: 'The rows of this page',
  'CancelledLine.OldSequenceNo': 'The line of the sale',
  'CancelledLine.Quantity': 'How much of the line is returned; omitted: all that is left',
  'NewCancellation.Details': 'The lines to return; omitted: all that is left of the sale',
  'NewCancellation.InvoiceNo':
    'The number of the return; omitted: the number of the sale with a suffix, such as INV1-C1',
  'NewCancellation.OriginalInvoiceNo': 'The sale that is returned; omitted: the sale is found by its SalesOrder',
  'NewSaleLine.NetAmount': 'Money after discount, without tax; omitted: Quantity × UnitPrice − Discount',
  'PointBalance.Pending': 'Points that open on a later day and cannot be redeemed yet',
  'SalePoints.Pending': 'Points that the sale will earn once it is approved; not part of Total',
  'AddAllowanceReply.Points': 'The reserved points, which may be fewer than requested',
  'AddAllowanceReply.SettleUntil':
    'The last business date on which a redemption by this allowance can be sent; unused points are released afterwards',
  'AddAllowanceReply.ValidUntil': 'The last time of a redemption by this allowance, by the clock of the till',
  'AddAllowanceRequest.Points':
    'The most points to reserve; omitted: as many as the member has, up to the limit of the day',
  'AddTransactionReply.Source': 'POS for a program, Manual for staff, Import for a file',
  'CheckVoucherReply.ExpiryDate': 'Last day on which the voucher can be used',
  'EligibleReward.Available': 'Pieces in stock at the outlet that are not reserved',
  'EndAllowanceReply.Points': 'The released points; 0 if the allowance had ended or was used',
  'EnterExchangeRequest.Details':
    'The lines in order. Of the return: the lines to return; omitted: all that is left of the sale',
  'EnterExchangeRequest.OriginalInvoiceNo': 'The sale that is returned; omitted: the sale is found by its SalesOrder',
  'EnterExchangeRequest.TotalAmount':
    'Net amounts and tax of the whole sale, including the parts paid by voucher and trade-in; omitted: the sum of the lines. Lines below it are in order, because late lines may follow; lines above it wait in Sales to check',
  'EnterRedemptionRequest.InvoiceNo': 'The invoice that the points paid for, which may be sent later',
  'EnterRedemptionRequest.PerformedAt': 'The time of the redemption by the clock of the till',
  'EnterRedemptionRequest.Points': 'The redeemed points',
  'ExplainPointsReply.ReferenceCode': 'The reward or campaign that the movement belongs to; null if none',
  'ExplainPointsReply.SequenceNo': 'Number of the movement in the member’s ledger, from 1',
  'ExplainedLot.ReferenceCode': 'The member’s reward that was paid with the points; null if none',
  'FindDuplicatesReply.Level':
    'Block: the same identity number, so registering is refused. Warn: the same phone number or e-mail address. Hint: a similar name and the same birth date',
  'GetTillReferenceDataReply.ProductType': 'The kind of goods of the product group',
  'LedgerEntry.ObjectValue':
    'What the movement refers to, by ObjectType: your reference of a redemption, or the server’s number of a sale',
  'LedgerEntry.ReferenceCode': 'The reward or campaign that the movement belongs to; null if none',
  'LedgerEntry.SequenceNo': 'Number of the movement in the member’s ledger, from 1',
  'ListTransactionsRequest.Source': 'POS for a program, Manual for staff, Import for a file',
  'LookupMemberReply.count': 'Number of rows in this reply, at most ten',
  'LookupMemberReply.rows': 'The matching members, at most ten',
  'NewSale.TotalAmount':
    'Net amounts and tax of the whole sale, including the parts paid by voucher and trade-in; omitted: the sum of the lines. Lines below it are in order, because late lines may follow; lines above it wait in Sales to check',
  'NewSaleLine.SequenceNo': 'Number of the line within its invoice, from 1; omitted: its position in Details',
  'PointsMovedEvent.ReferenceCode': 'The reward or campaign that the movement belongs to; null if none',
  'PostedSale.Source': 'POS for a program, Manual for staff, Import for a file',
  'PreviewCancellationRequest.Details': 'The lines to return; omitted: all that is left of the sale',
  'PreviewCancellationRequest.OriginalInvoiceNo':
    'The sale that is returned; omitted: the sale is found by its SalesOrder',
  'PreviewSaleRequest.TotalAmount':
    'Net amounts and tax of the whole sale, including the parts paid by voucher and trade-in; omitted: the sum of the lines. Lines below it are in order, because late lines may follow; lines above it wait in Sales to check',
  'PreviewedSale.Amount': 'The spend in one cycle that the tier requires',
  'PreviewedSale.AvailableFrom': 'First day on which the points can be redeemed; null if the sale earns none',
  'PreviewedSale.NextTier': 'The lowest tier above the present one that spend leads to; null if there is none',
  'PreviewedSale.Spent':
    'The spend in the present cycle without this sale. It can exceed Amount, because a sale or the nightly batch changes the tier later, after approval if the company requires it',
  'RedeemRewardsReply.rows': 'The redeemed rewards',
  'Sale.Source': 'POS for a program, Manual for staff, Import for a file',
  'SaleInFull.Source': 'POS for a program, Manual for staff, Import for a file',
  'StatementRow.ReferenceCode': 'The reward or campaign that the movement belongs to; null if none',
  'StatementRow.SequenceNo': 'Number of the movement in the member’s ledger, from 1',
  'StockMovedEvent.ReferenceCode': 'The member’s reward that changed the stock; null if none',
  'UseVoucherRequest.InvoiceNo': 'The invoice that the voucher pays, which may be sent later',
  'VoucherChangedEvent.ExpiryDate': 'Last day on which the voucher can be used',
  'VoucherChangedEvent.ReferenceCode': 'The member’s reward to which the voucher is assigned; null if none',
}
