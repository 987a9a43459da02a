// The functions of messages for other areas.

export { compileTexts } from './compile-texts.ts'
export { findCustomerMessages as writeToCustomers } from './customer-messages.ts'
export { toTemplateLanguage } from './languages.ts'
export { collectBuiltInMergeFields } from './names.ts'
export { isTimeWithinHours, isWithinMarketingHours } from './queue.ts'
export { countMessageReach, type ReachCountByReason } from './reach.ts'
export { startMailRelay } from './relay/mail.ts'
export type { SmsGateway } from './relay/sms.ts'
export { writeSingleMessage } from './write-one.ts'
