import { path } from '#kit/contract/path.ts'

export const templatesPath = path('/rewards/contact-templates')
export const templateAddPath = path('/rewards/contact-templates/add')
export const templatePath = path('/rewards/contact-templates/:TemplateId')
export const campaignTemplatesPath = path('/campaign/contact-templates')
export const campaignTemplateAddPath = path('/campaign/contact-templates/add')
export const campaignTemplatePath = path('/campaign/contact-templates/:TemplateId')
/** `CustomerId`: ids of the recipients, separated by commas. */
export const sendPath = path('/rewards/contact-templates/send', 'CustomerId')
export const templateSendPath = path('/rewards/contact-templates/:TemplateId/send')
export const contactLogPath = path('/rewards/contact-log')
