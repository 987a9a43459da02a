import { serveRecord } from '#kit/server/record.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract/custom-fields.ts'
import { customFieldUseCases } from './custom-fields.ts'
import { fieldNames, formFields, listItems } from './fields-of.ts'

export const customFieldRoutes = [
  ...serveRecord(contract.customFieldRecord, customFieldUseCases),
  serve(contract.formFields, formFields),
  serve(contract.fieldNames, fieldNames),
  serve(contract.listItems, listItems),
]
