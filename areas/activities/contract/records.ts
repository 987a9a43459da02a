import { z } from 'zod'
import { codeText, filterText, Id, longText, upperCaseText, YN } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord } from '#kit/contract/record.ts'

const CODE_MAX = 20
const DESCRIPTION_MAX = 200

const NewCode = codeText(CODE_MAX)
  .pipe(z.string().regex(/^[A-Z0-9_]+$/, 'Please use capital letter without space'))
  .meta({ maxLength: CODE_MAX, uppercase: true, code: true })

const Description = z
  .string()
  .refine((value) => value.trim().length <= DESCRIPTION_MAX, 'Description activity cannot more than 200 character')
  .pipe(longText(DESCRIPTION_MAX))
  .meta({ maxLength: DESCRIPTION_MAX })

/** Types of activities of staff with customers, such as calls, visits and repairs. */
export const activityTypes = defineSetupRecord({
  area: 'activities',
  name: ['activity type', 'activity types'],
  path: '/customer/activity-types',
  role: 'Activity Type',
  // The code is immutable, because activities refer to their type by its code.
  key: { ActivityCode: upperCaseText(CODE_MAX) },
  row: { ActivityCode: z.string(), Description: z.string(), AutoSyncYN: YN, CreatedById: Id.nullable() },
  fields: { Description, AutoSyncYN: YN },
  added: { ActivityCode: NewCode, AutoSyncYN: YN.default('N') },
  unique: { ActivityCode: 'code' },
  used: '{Activities} activities',
  list: pageQuery(
    { ActivityCode: filterText, Description: filterText, Status: filterText },
    { rows: 20, sort: ['ActivityCode', 'Description', 'Status', 'CreatedAt'] },
  ),
})
