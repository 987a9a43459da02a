/** A view that is written to files: `key` sorts its rows, `month` is the column by whose month they are divided. */
export type FileView = { view: string; key: readonly string[]; month?: string }

const inOneFile = {
  company: ['currency'],
  company_amounts: ['cost_per_point'],
  day: ['date'],
  outlet: ['outlet_code'],
  staff: ['staff_id'],
  card_category: ['card_category_code', 'status', 'level_sequence', 'name'],
  customer: ['customer_id'],
  membership: ['membership_no'],
  balance: ['membership_no'],
  liability_month: ['month'],
  liability_month_amounts: ['month'],
  reward: ['reward_id'],
  reward_amounts: ['reward_id'],
  campaign: ['campaign_code'],
  campaign_amounts: ['campaign_code'],
  campaign_send: ['send_id'],
} as const

const inOneFilePerMonth = {
  sale: ['business_date', 'sale_id'],
  sale_amounts: ['business_date', 'sale_id'],
  sale_line: ['business_date', 'sale_id', 'line_no'],
  sale_line_amounts: ['business_date', 'sale_id', 'line_no'],
  ledger_entry: ['business_date', 'entry_id'],
  lot: ['business_date', 'entry_id'],
  level_change: ['requested_on', 'level_change_id'],
  level_change_amounts: ['requested_on', 'level_change_id'],
  consent: ['recorded_on', 'consent_id'],
  customer_reward: ['redeemed_on', 'reference_code'],
  customer_reward_amounts: ['redeemed_on', 'reference_code'],
  voucher: ['created_on', 'voucher_no'],
  voucher_amounts: ['created_on', 'voucher_no'],
  campaign_target: ['added_on', 'target_id'],
  message: ['created_on', 'message_id'],
  task: ['created_on', 'task_id'],
  credited_sale: ['business_date', 'sale_id'],
  credited_sale_amounts: ['business_date', 'sale_id'],
  feedback_response: ['submitted_on', 'response_id'],
  feedback_score: ['submitted_on', 'response_id', 'question_key'],
} as const

/** All views of the reporting schema with the way in which they are divided into files. */
export const fileViews: readonly FileView[] = [
  ...Object.entries(inOneFile).map(([view, key]) => ({ view, key })),
  ...Object.entries(inOneFilePerMonth).map(([view, key]) => ({ view, key, month: key[0] })),
].sort((one, other) => (one.view < other.view ? -1 : 1))
