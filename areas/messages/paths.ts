import { definePath } from '#kit/contract/path.ts'

export const templatesPath = definePath('/rewards/contact-templates')
export const templateAddPath = definePath('/rewards/contact-templates/add')
export const templatePath = definePath('/rewards/contact-templates/:TemplateId')
export const campaignTemplatesPath = definePath('/campaign/contact-templates')
export const campaignTemplateAddPath = definePath('/campaign/contact-templates/add')
export const campaignTemplatePath = definePath('/campaign/contact-templates/:TemplateId')
/** `CustomerId` is a list of the recipients' ids, separated by commas. */
export const sendToSelectedCustomersPath = definePath('/rewards/contact-templates/send', 'CustomerId')
export const templateSendPath = definePath('/rewards/contact-templates/:TemplateId/send')
export const contactLogPath = definePath('/rewards/contact-log')
