import type { Reply, Sent } from '#kit/contract/endpoint.ts'
import type { getForm, registerCustomer } from '../contract.ts'
import type { AddressValues } from './AddressFields.tsx'
import { consentAnswers, consentChannels, type GrantedConsents, type WordingLanguages } from './ConsentRows.tsx'

/** The registration draft of all steps. */
export type RegistrationDraft = {
  FullName: string
  ContactNo: string
  Email: string
  IdType: string
  IdNo: string
  DateOfBirth: string
  Gender: string
  Language: string
  WhereYouKnowUs: string
  granted: GrantedConsents
  readIn: WordingLanguages
  /** The wording version when the consents were ticked. */
  wording: string
  /** Null: no address. */
  address: AddressValues | null
}

export const emptyRegistration: RegistrationDraft = {
  FullName: '',
  ContactNo: '',
  Email: '',
  IdType: '',
  IdNo: '',
  DateOfBirth: '',
  Gender: '',
  Language: '',
  WhereYouKnowUs: '',
  granted: {},
  readIn: {},
  wording: '',
  address: null,
}

const textOrNull = (text: string) => text.trim() || null

/** Consents ticked under another wording than the current one are dropped. */
export const consentsUnderWording = (
  form: Pick<FormLists, 'ConsentWordingVersion'>,
  { granted, wording }: RegistrationDraft,
): GrantedConsents => (wording === form.ConsentWordingVersion ? granted : {})

/** True if consents were ticked under another wording. */
export const hasOtherWording = (
  form: Pick<FormLists, 'ConsentWordingVersion'>,
  { granted, wording }: RegistrationDraft,
) => wording !== form.ConsentWordingVersion && Object.values(granted).some((value) => value)

/** The draft as request, with the wording that the page showed. */
export function toRegistrationBody(values: RegistrationDraft): Sent<typeof registerCustomer> {
  const { FullName, ContactNo, Language, IdNo, granted, wording, address } = values
  return {
    FullName,
    ContactNo,
    Language,
    Email: textOrNull(values.Email),
    IdType: IdNo.trim() ? textOrNull(values.IdType) : null,
    IdNo: textOrNull(IdNo),
    IdNotGivenYN: IdNo.trim() ? 'N' : 'Y',
    DateOfBirth: textOrNull(values.DateOfBirth),
    Gender: textOrNull(values.Gender),
    WhereYouKnowUs: textOrNull(values.WhereYouKnowUs),
    // Unticked consents are recorded as not granted.
    // A draft from before an update of the page has no wording language.
    Consents: consentAnswers({ channels: consentChannels, granted, wording, readIn: values.readIn ?? {} }),
    ...(address && {
      Address: {
        ...address,
        Line2: textOrNull(address.Line2),
        Postcode: textOrNull(address.Postcode),
        City: textOrNull(address.City),
        State: textOrNull(address.State),
      },
    }),
  }
}

export type FormLists = Reply<typeof getForm>

/** Props of each registration step. */
export type StepProps = {
  values: RegistrationDraft
  change: (values: Partial<RegistrationDraft>) => void
  form: FormLists
  next: () => void
}
