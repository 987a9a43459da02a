// What other areas may ask of messages: templates as they are stored and sent.

export { compileTexts } from './compile-texts.ts'
export { findCustomerMessages as writeToCustomers } from './customer-messages.ts'
export { languageOf } from './languages.ts'
export { fixedNames } from './names.ts'
export { isOpen, mayWriteNow } from './queue.ts'
export { startMailRelay } from './relay/mail.ts'
export type { SmsGateway } from './relay/sms.ts'
export { writeOne } from './write-one.ts'
