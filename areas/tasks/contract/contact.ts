import { z } from 'zod'
import { BlockingReason } from '#areas/messages/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { DateOnly, Id, longText, optionalField, PersonName, salesTotalField, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { ProgressLog } from './tasks.ts'

// Staff contact a customer from a task: the server sends a message, or the device opens telephone or WhatsApp.
// A contact is subject to the same consents, message hours and limits as automatic messages.

/** Default number of days after which staff follow up a contact. */
export const FOLLOW_UP_DAYS_AFTER_MESSAGE = 3

export const ContactWay = z.enum(['Call', 'WhatsApp', 'Email', 'SMS'])
export type ContactWay = z.infer<typeof ContactWay>

/** Reason why the customer must not be contacted by a channel; null if the contact is allowed. */
export const ContactHindrance = z.enum([...BlockingReason.options, 'Quiet hours'])
export type ContactHindrance = z.infer<typeof ContactHindrance>

export const contactRefusals = {
  noCustomer: refusal(409, 'tasks.no_customer', 'The task names no customer'),
  blocked: refusal(409, 'tasks.contact_blocked', 'The customer cannot be contacted this way: {Hindrance}'),
  noTemplate: refusal(400, 'tasks.no_template', 'Choose the text that is sent'),
}

const named = namedRows(row('task', 'TaskId', 'own outlet'))
const about = ['task', 'customer'] as const
const path = '/task/tasks'

export const listContactWaysOfTask = read({
  path: `${path}/contact-ways`,
  access: 'staff',
  scope: named,
  about,
  summary: 'Lists the ways to contact the customer of a task, with blocking reasons and available templates',
  body: z.strictObject({ TaskId: Id }),
  reply: z.strictObject({
    Ways: z.array(
      z.strictObject({
        ContactType: ContactWay,
        Hindrance: ContactHindrance.nullable(),
        /** Link with the scheme tel: that calls the customer. */
        Link: z.string().nullable(),
        Templates: z.array(z.strictObject({ TemplateId: Id, Name: z.string() })),
      }),
    ),
    /** Date that the dialog suggests for the follow-up. */
    FollowUpDate: z.string(),
  }),
})

export const previewTaskContact = read({
  path: `${path}/contact-preview`,
  access: 'staff',
  scope: named,
  about,
  summary: 'Renders the message to the customer of a task, with a blocking reason',
  body: z.strictObject({ TaskId: Id, ContactType: ContactWay.exclude(['Call']), TemplateId: Id }),
  reply: z.strictObject({
    Subject: z.string().nullable(),
    Text: z.string(),
    Missing: z.array(z.string()),
    Hindrance: ContactHindrance.nullable(),
  }),
})

export const contactCustomer = change({
  path: `${path}/contact`,
  access: 'worker',
  scope: named,
  about: ['task', 'contact log', 'customer'],
  summary:
    'Contacts the customer of a task and records the progress log: e-mail and SMS are sent, calls and WhatsApp are opened by Link',
  idempotent: true,
  body: z.strictObject({
    TaskId: Id,
    ContactType: ContactWay,
    /** Id of the template; required except for calls. */
    TemplateId: Id.optional(),
    /** Text that the progress log gets. */
    Note: optionalField(longText(200)),
    /** Date of the follow-up; by default in three days. */
    FollowUpDate: DateOnly.optional(),
  }),
  reply: ProgressLog.extend({
    DueMovedYN: YN,
    /** Link that the client opens; null if the server sends the message. */
    Link: z.string().nullable(),
    /** Y: the message waits for the message hours. */
    WaitsYN: YN,
  }),
})

export const listTaskResults = read({
  path: `${path}/results`,
  access: { role: 'Tasks' },
  scope: unnamedRows('own outlet'),
  about: ['task'],
  summary: 'Lists by staff the logged contacts and the sales credited to them within the configured days',
  body: pageQuery(
    { DateFrom: DateOnly, DateTo: DateOnly },
    { rows: 20, sort: ['Contacts', 'FullName'], direction: 'DESC' },
  ),
  reply: pageReply(
    z.strictObject({
      StaffId: Id,
      FullName: PersonName,
      OutletCode: z.string(),
      Contacts: z.int(),
      Sales: z.int(),
      Amount: salesTotalField(),
    }),
  ),
})
