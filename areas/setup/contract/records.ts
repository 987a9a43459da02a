import { z } from 'zod'
import { codeText, filterText, Id, text, upperCaseText } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord } from '#kit/contract/record.ts'

/** Stock groups of the ERP, to which rewards and campaigns can be limited. */
export const stockGroups = defineSetupRecord({
  area: 'setup',
  name: ['stock group', 'stock groups'],
  path: '/setup/stock-groups',
  role: 'Product Group',
  // The code of a stock group never changes, because rewards, sales and the ERP refer to it.
  key: { Code: upperCaseText(60) },
  row: { Code: z.string(), Name: z.string(), CreatedById: Id.nullable() },
  fields: { Name: text(100) },
  added: {
    Code: codeText(40)
      .pipe(z.string().regex(/^[A-Z0-9_]+$/, 'Please use capital letter without space'))
      .meta({ maxLength: 40, uppercase: true, code: true }),
  },
  unique: { Code: 'code' },
  used: '{Rewards} rewards and {Campaigns} campaigns; set it to Inactive instead',
  list: pageQuery(
    { Code: filterText, Name: filterText, Status: filterText },
    { rows: 20, sort: ['Code', 'Name', 'Status', 'CreatedAt'] },
  ),
})
