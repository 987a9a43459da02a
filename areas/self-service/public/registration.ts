import type { Reply, RequestBody } from '#kit/contract/endpoint.ts'
import type { getForm, registerCustomer } from '../contract.ts'
import type { AddressValues } from './AddressFields.tsx'
import { consentAnswers, consentChannels, type GrantedConsents, type WordingLanguages } from './ConsentRows.tsx'

/** The draft of a registration across all steps. */
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
  /** Version of the wording when the consents were ticked. */
  wording: string
  /** Null if the customer enters no address. */
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

/** Removes consents that were ticked under an earlier wording. */
export const consentsUnderWording = (
  form: Pick<FormLists, 'ConsentWordingVersion'>,
  { granted, wording }: RegistrationDraft,
): GrantedConsents => (wording === form.ConsentWordingVersion ? granted : {})

/** True if consents were ticked under an earlier wording. */
export const hasOutdatedWording = (
  form: Pick<FormLists, 'ConsentWordingVersion'>,
  { granted, wording }: RegistrationDraft,
) => wording !== form.ConsentWordingVersion && Object.values(granted).some((value) => value)

/** Converts the draft to a request, with the displayed wording. */
export function toRegistrationBody(values: RegistrationDraft): RequestBody<typeof registerCustomer> {
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
    // Unticked consents are recorded as not granted. A draft of an earlier page version has no wording language.
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

/** Props of each step of the registration. */
export type StepProps = {
  values: RegistrationDraft
  change: (values: Partial<RegistrationDraft>) => void
  form: FormLists
  next: () => void
}
