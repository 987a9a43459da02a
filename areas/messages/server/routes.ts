import { serve, serveMultiTransaction } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getContactLogEntry, listContactLog, retryContactLogEntry } from './contact-log.ts'
import { findCustomerMessages, previewText } from './customer-messages.ts'
import { reportBounce } from './reports.ts'
import {
  addTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateOptions,
  listTemplates,
  restoreTemplate,
  updateTemplate,
} from './templates.ts'

export const messageRoutes = [
  serve(contract.listTemplates, listTemplates),
  serve(contract.getTemplate, getTemplate),
  serveMultiTransaction(contract.addTemplate, addTemplate),
  serveMultiTransaction(contract.updateTemplate, updateTemplate),
  serve(contract.deleteTemplate, deleteTemplate),
  serve(contract.restoreTemplate, restoreTemplate),
  serve(contract.getTemplateOptions, getTemplateOptions),
  serveMultiTransaction(contract.previewText, previewText),
  serve(contract.findCustomerMessages, findCustomerMessages),
  serve(contract.listContactLog, listContactLog),
  serve(contract.getContactLogEntry, getContactLogEntry),
  serve(contract.retryContactLogEntry, retryContactLogEntry),
  serve(contract.reportBounce, reportBounce),
]
