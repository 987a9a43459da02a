import { z } from 'zod'
import { DateOnly, filterText, Id, optionalField, text, upperCaseFilter, upperCaseText } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord, SetupRecordStatus } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'

const CODE_MAX = 20
const NAME_MIN = 3
const NAME_MAX = 200

export const LeadSourceType = z.enum(['Event', 'Non-Event'])

/** The origin of prospects: an event, or a channel that works all year. */
export const leadSourceRecord = defineSetupRecord({
  area: 'leads',
  name: ['lead source', 'lead sources'],
  path: '/customer/lead-sources',
  role: 'Lead Source',
  key: { LeadSourceId: Id },
  row: {
    Code: z.string(),
    Name: z.string(),
    Type: LeadSourceType,
    EventDate: z.string().nullable(),
    OutletCode: z.string().nullable(),
  },
  fields: {
    // A source's code never changes, because imported files refer to it. An update may include the same code.
    Code: upperCaseText(CODE_MAX).meta({ maxLength: CODE_MAX, uppercase: true, code: true }),
    Name: text(NAME_MAX)
      .pipe(z.string().min(NAME_MIN, `The minimum length is ${NAME_MIN}`))
      .meta({ maxLength: NAME_MAX }),
    Type: LeadSourceType,
    EventDate: optionalField(DateOnly),
    OutletCode: optionalField(upperCaseText(20)),
  },
  unique: { Code: 'code' },
  used: '{Prospects} prospects and {Customers} customers; set it to Inactive instead',
  list: pageQuery(
    { Code: upperCaseFilter, Name: filterText, Type: LeadSourceType, Status: SetupRecordStatus },
    { rows: 1000, sort: ['Code', 'Name', 'Type', 'EventDate', 'Status', 'CreatedAt', 'LeadSourceId'] },
  ),
})

export const { Row: LeadSource, list: listLeadSources } = leadSourceRecord
export type LeadSource = z.infer<typeof LeadSource>

export const leadSourceRefusals = {
  notAnEvent: refusal(400, 'leads.not_an_event', 'Only a lead source of type Event has a date and an outlet'),
  codeStays: refusal(409, 'leads.code_stays', 'The code of a lead source cannot be changed'),
  noOutlet: refusal(400, 'leads.no_outlet', 'There is no active outlet {OutletCode}'),
}
