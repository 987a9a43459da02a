import { z } from 'zod'
import { Blocked } from '#areas/messages/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, longText, optional, PersonName, salesTotal, YN } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { ProgressLog } from './tasks.ts'

// CONTACT FROM THE TASK: one act writes to the customer, or leads to the telephone, and keeps the log of it. What the customer agreed to,
// the hours of the day and the cap on marketing hold for a person as they hold for the program.

/** So many days after a contact one looks at the task again, unless its writer says otherwise. */
export const FOLLOW_UP_DAYS = 3

export const ContactWay = z.enum(['Call', 'WhatsApp', 'Email', 'SMS'])
export type ContactWay = z.infer<typeof ContactWay>

/** Why somebody may not be contacted this way; null: nothing stands against it. */
export const Hindrance = z.enum([...Blocked.options, 'Quiet hours'])
export type Hindrance = z.infer<typeof Hindrance>

export const contactRefusals = {
  noCustomer: refusal(409, 'tasks.no_customer', 'The task names no customer'),
  blocked: refusal(409, 'tasks.contact_blocked', 'The customer cannot be contacted this way: {Hindrance}'),
  noTemplate: refusal(400, 'tasks.no_template', 'Choose the text that is sent'),
}

const named = rows(row('task', 'TaskId', 'own outlet'))
const about = ['task', 'customer'] as const
const path = '/task/tasks'

export const getContactWays = read({
  path: `${path}/contact-ways`,
  access: 'staff',
  scope: named,
  about,
  summary: 'How the customer of a task can be reached, what stands against it, and which texts there are',
  body: z.strictObject({ TaskId: Id }),
  reply: z.strictObject({
    Ways: z.array(
      z.strictObject({
        ContactType: ContactWay,
        Hindrance: Hindrance.nullable(),
        /** Of a telephone call: where the press leads. */
        Link: z.string().nullable(),
        Templates: z.array(z.strictObject({ TemplateId: Id, Name: z.string() })),
      }),
    ),
    /** When one looks at it again, as proposed. */
    FollowUpDate: z.string(),
  }),
})

export const previewContact = read({
  path: `${path}/contact-preview`,
  access: 'staff',
  scope: named,
  about,
  summary: 'What the customer of a task would be sent, and what stands against it',
  body: z.strictObject({ TaskId: Id, ContactType: ContactWay.exclude(['Call']), TemplateId: Id }),
  reply: z.strictObject({
    Subject: z.string().nullable(),
    Text: z.string(),
    Missing: z.array(z.string()),
    Hindrance: Hindrance.nullable(),
  }),
})

export const contactCustomer = change({
  path: `${path}/contact`,
  access: 'worker',
  scope: named,
  about: ['task', 'contact log', 'customer'],
  summary:
    'Contacts the customer of a task and writes the log of it: e-mail and SMS are sent, a call and WhatsApp are led to by Link',
  idempotent: true,
  body: z.strictObject({
    TaskId: Id,
    ContactType: ContactWay,
    /** Of all but a call. */
    TemplateId: Id.optional(),
    /** What is added to the log. */
    Note: optional(longText(200)),
    /** In three days, if left out. */
    FollowUpDate: DateOnly.optional(),
  }),
  reply: ProgressLog.extend({
    DueMovedYN: YN,
    /** Where the press leads; null where the message was sent. */
    Link: z.string().nullable(),
    /** It waits for the hours in which marketing may be sent. */
    WaitsYN: YN,
  }),
})

export const listTaskResults = read({
  path: `${path}/results`,
  access: { role: 'Tasks' },
  scope: noRow('own outlet'),
  about: ['task'],
  summary: 'By staff: how many contacts they logged and what was sold within the days of the settings after one',
  body: pageQuery(
    { DateFrom: DateOnly, DateTo: DateOnly },
    { rows: 20, sort: ['Contacts', 'FullName'], direction: 'DESC' },
  ),
  reply: pageOf(
    z.strictObject({
      StaffId: Id,
      FullName: PersonName,
      OutletCode: z.string(),
      Contacts: z.int(),
      Sales: z.int(),
      Amount: salesTotal(),
    }),
  ),
})
