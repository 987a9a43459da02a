import { z } from 'zod'
import { codeText, filterText, Id, longText, optionalField, text } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord } from '#kit/contract/record.ts'

const CODE_MAX = 10

/** Code of a new task group; the error for a missing code is specified. */
const NewCode = z
  .string({ error: 'Please input Code.' })
  .refine((value) => value.trim() !== '', 'Please input Code.')
  .pipe(codeText(CODE_MAX))
  .meta({ maxLength: CODE_MAX, uppercase: true, code: true })

/** Groups of tasks by subject, which lists, reports and rules use. */
export const taskGroups = defineSetupRecord({
  area: 'tasks',
  name: ['task group', 'task groups'],
  path: '/task/groups',
  role: 'Task Group',
  // The code of a task group cannot change, because tasks and rules refer to it.
  key: { Code: codeText(CODE_MAX) },
  row: {
    Code: z.string(),
    Name: z.string().nullable(),
    Description: z.string(),
    Remarks: z.string().nullable(),
    CreatedById: Id.nullable(),
  },
  fields: {
    Name: optionalField(text(100)),
    Description: longText(500),
    Remarks: optionalField(z.string({ error: 'Please input Remarks.' }).pipe(longText(1000))),
  },
  added: { Code: NewCode },
  unique: { Code: 'code' },
  used: '{Tasks} open tasks',
  list: pageQuery(
    { Code: filterText, Name: filterText, Description: filterText, Status: filterText },
    { rows: 10, sort: ['Code', 'Name', 'Description', 'Status', 'CreatedAt'] },
  ),
})
