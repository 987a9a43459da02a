import { path } from '#kit/contract/path.ts'

export const templatesPath = path('/rewards/contact-templates')
export const templateAddPath = path('/rewards/contact-templates/add')
export const templatePath = path('/rewards/contact-templates/:TemplateId')
/** As many customers are written to at once, by one call or from one address. */
export const CUSTOMERS_MOST = 50

/** `CustomerId`: those who are written to, with commas between. */
export const sendPath = path('/rewards/contact-templates/send', 'CustomerId')
export const templateSendPath = path('/rewards/contact-templates/:TemplateId/send')
export const contactLogPath = path('/rewards/contact-log')
