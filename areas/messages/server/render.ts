import { sql } from 'kysely'
import type { Settings } from '#areas/setup/contract/catalogue.ts'
import { settings } from '#areas/setup/server/index.ts'
import type { Db, Services } from '#kit/server/ctx.ts'
import type { ContactType, Purpose, TemplateLanguage } from '../contract.ts'
import { languageOf } from './languages.ts'
import { type About, type Merged, type Used, valuesOf } from './names.ts'
import type { Version } from './render-version.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

// One renderer for preview, test, a single message and those that are sent by themselves.

/** What rendering and sending need, in a call as in a job. */
export type Sending = {
  db: Db
  now: Date
  today: string
  timeZone: string
  services: Services
  /** How things are set, where that was asked in this transaction. */
  own?: Settings
}

export const settingsOf = async ({ own, db }: Pick<Sending, 'own' | 'db'>) => own ?? settings({ db })

/** The languages of a version of a template. */
export async function versionOf(db: Db, TemplateId: number, version: number): Promise<Version[]> {
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

/** The customer's own language where the template has it, else the default one. */
export function chosen(versions: readonly Version[], asked: TemplateLanguage | undefined, Default: TemplateLanguage) {
  const of = (language: TemplateLanguage | undefined) => versions.find(({ Language }) => Language === language)
  return of(asked) ?? of(Default) ?? versions[0]
}

export type Person = {
  CustomerId: number
  FullName: string
  PreferredName: string | null
  Status: string
  Email: string | null
  ContactNo: string | null
  /** Of the two those that were typed on a public page and that nobody has proved since. */
  Unproved: readonly ('Email' | 'ContactNo')[]
  Language: TemplateLanguage | undefined
  MembershipNo: string | null
  OutletCode: string | null
  StaffId: number | null
}

type PersonRow = Omit<Person, 'Language'> & { Language: string | null }

/** The customer as they stand now: of merged ones the survivor, and the active membership, of several the oldest. */
export async function personOf(db: Db, CustomerId: number): Promise<Person | undefined> {
  const { rows } = await sql<PersonRow>`
    select c.customer_id, c.full_name, c.preferred_name, c.status, c.email, c.contact_no, c.language, m.membership_no,
      c.registered_outlet_code as outlet_code, c.preferred_staff_id as staff_id,
      array(select field from unproved_contact u where u.customer_id = c.customer_id) as unproved
    from customer c
    left join lateral (select membership_no from membership where customer_id = c.customer_id and status not in ('Merged', 'Deleted')
      order by status = 'Active' desc, join_date, membership_no limit 1) m on true
    where c.customer_id = surviving_customer(${CustomerId}::bigint)`.execute(db)
  const found = rows[0]
  return found && { ...found, Language: languageOf(found.Language) }
}

export type Subject = {
  person: Person
  MembershipNo: string | null
  ReferenceCode: string | null
  StaffId?: number | null
}

/** The values of one message; asked once for all its languages and forms, or only those that are used. */
export async function mergeValues(
  { db, now, today, services }: Sending,
  { person, MembershipNo, ReferenceCode, StaffId }: Subject,
  ContactType: ContactType,
  used?: Used,
): Promise<Merged> {
  const about: About = {
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
  const { names, values } = await valuesOf(services, about, used)
  return {
    names,
    values: { ...values, UnsubscribeLink: unsubscribeUrl(services, person.CustomerId, ContactType) },
  }
}

export async function writingOf(
  sending: Pick<Sending, 'own' | 'db'>,
): Promise<{ currency: string; Default: TemplateLanguage }> {
  const { currency, 'messages.defaultLanguage': Default } = await settingsOf(sending)
  return { currency, Default }
}

export type { Purpose }
