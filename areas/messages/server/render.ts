import { sql } from 'kysely'
import type { SettingValues } from '#areas/setup/contract/catalogue.ts'
import { readSettings } from '#areas/setup/server/index.ts'
import type { Db, Services } from '#kit/server/ctx.ts'
import type { ContactType, Purpose, TemplateLanguage } from '../contract.ts'
import { toTemplateLanguage } from './languages.ts'
import {
  findMergeFieldValues,
  type MergeFieldsWithValues,
  type MessageSubject,
  type UsedMergeFieldNames,
} from './names.ts'
import type { RenderableTemplateVersion } from './render-version.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

// Previews, tests, single messages and event messages are rendered by the functions of this file.

/** The context in which calls and jobs render and send messages. */
export type MessageContext = {
  db: Db
  now: Date
  today: string
  timeZone: string
  services: Services
  /** The settings, if they were already read in this transaction. */
  loadedSettings?: SettingValues
}

export const readLoadedSettings = async ({ loadedSettings, db }: Pick<MessageContext, 'loadedSettings' | 'db'>) =>
  loadedSettings ?? readSettings({ db })

/** The texts of a template version in all its languages. */
export async function findTemplateVersions(
  db: Db,
  TemplateId: number,
  version: number,
): Promise<RenderableTemplateVersion[]> {
  const rows = await db
    .selectFrom('ContactTemplateVersion')
    .select(['Language', 'Subject', 'Html', 'Text'])
    .where('TemplateId', '=', TemplateId)
    .where('Version', '=', version)
    .execute()
  return rows.map(({ Language, Subject, Html, Text }) => ({
    Language: Language as TemplateLanguage,
    subject: Subject,
    html: Html,
    text: Text,
  }))
}

/** Returns the text in the customer's language, otherwise in the default language. */
export function chooseTemplateVersion(
  versions: readonly RenderableTemplateVersion[],
  preferred: TemplateLanguage | undefined,
  defaultLanguage: TemplateLanguage,
) {
  const inLanguage = (language: TemplateLanguage | undefined) => versions.find(({ Language }) => Language === language)
  return inLanguage(preferred) ?? inLanguage(defaultLanguage) ?? versions[0]
}

export type MessageRecipient = {
  CustomerId: number
  FullName: string
  PreferredName: string | null
  Status: string
  Email: string | null
  ContactNo: string | null
  /** The contact fields whose address was entered on a public page and is not proved. */
  Unproved: readonly ('Email' | 'ContactNo')[]
  Language: TemplateLanguage | undefined
  MembershipNo: string | null
  OutletCode: string | null
  StaffId: number | null
}

type PersonRow = Omit<MessageRecipient, 'Language'> & { Language: string | null }

/** Returns the current data of a customer, or of the survivor after a merge, with the active or else oldest membership. */
export async function findMessageRecipient(db: Db, CustomerId: number): Promise<MessageRecipient | undefined> {
  const { rows } = await sql<PersonRow>`
    select c.customer_id, c.full_name, c.preferred_name, c.status, c.email, c.contact_no, c.language, m.membership_no,
      c.registered_outlet_code as outlet_code, c.preferred_staff_id as staff_id,
      array(select field from unproved_contact u where u.customer_id = c.customer_id) as unproved
    from customer c
    left join lateral (select membership_no from membership where customer_id = c.customer_id and status not in ('Merged', 'Deleted')
      order by status = 'Active' desc, join_date, membership_no limit 1) m on true
    where c.customer_id = surviving_customer(${CustomerId}::bigint)`.execute(db)
  const row = rows[0]
  return row && { ...row, Language: toTemplateLanguage(row.Language) }
}

export type MergeValueSubject = {
  person: MessageRecipient
  MembershipNo: string | null
  ReferenceCode: string | null
  StaffId?: number | null
}

/** Returns the values of one message for all languages and parts, or only the values of the names in `used`. */
export async function findMergeValues(
  { db, now, today, services }: MessageContext,
  { person, MembershipNo, ReferenceCode, StaffId }: MergeValueSubject,
  ContactType: ContactType,
  used?: UsedMergeFieldNames,
): Promise<MergeFieldsWithValues> {
  const subject: MessageSubject = {
    db,
    now,
    today,
    CustomerId: person.CustomerId,
    MembershipNo: MembershipNo ?? person.MembershipNo,
    ReferenceCode,
    OutletCode: person.OutletCode,
    StaffId: StaffId ?? person.StaffId,
    services,
    ...(used && { used }),
  }
  const { names, values } = await findMergeFieldValues(services, subject, used)
  return {
    names,
    values: { ...values, UnsubscribeLink: unsubscribeUrl(services, person.CustomerId, ContactType) },
  }
}

export async function findMergeValueFormat(
  ctx: Pick<MessageContext, 'loadedSettings' | 'db'>,
): Promise<{ currency: string; Default: TemplateLanguage }> {
  const { currency, 'messages.defaultLanguage': Default } = await readLoadedSettings(ctx)
  return { currency, Default }
}

export type { Purpose }
