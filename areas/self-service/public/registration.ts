import type { Reply, RequestBody } from '#kit/contract/endpoint.ts'
import type { getSelfServiceForm, registerCustomer } from '../contract.ts'
import type { AddressValues } from './AddressFields.tsx'
import {
  type GrantedConsents,
  selfServiceConsentChannels,
  toConsentAnswers,
  type WordingLanguageByChannel,
} from './ConsentRows.tsx'

/** Draft of a registration with the values of all steps. */
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
  readIn: WordingLanguageByChannel
  /** Version of the wording at the moment when the customer ticked the consents. */
  wording: string
  /** Address of the customer; null if the customer enters none. */
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

/** Removes consents from a draft if the customer ticked them under an earlier wording. */
export const consentsUnderCurrentWording = (
  form: Pick<FormListsReply, 'ConsentWordingVersion'>,
  { granted, wording }: RegistrationDraft,
): GrantedConsents => (wording === form.ConsentWordingVersion ? granted : {})

/** Returns true if the customer ticked consents under an earlier wording. */
export const hasOutdatedWording = (
  form: Pick<FormListsReply, 'ConsentWordingVersion'>,
  { granted, wording }: RegistrationDraft,
) => wording !== form.ConsentWordingVersion && Object.values(granted).some((value) => value)

/** Converts the draft to the request of the registration, with the displayed wording. */
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
    // Unticked consents are sent as not granted; a draft of an earlier version of the page has no wording language.
    Consents: toConsentAnswers({ channels: selfServiceConsentChannels, granted, wording, readIn: values.readIn ?? {} }),
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

export type FormListsReply = Reply<typeof getSelfServiceForm>

/** Props that every step of the registration has. */
export type RegistrationStepProps = {
  values: RegistrationDraft
  change: (values: Partial<RegistrationDraft>) => void
  form: FormListsReply
  next: () => void
}
