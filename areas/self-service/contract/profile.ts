import { z } from 'zod'
import { Address, AddressFields } from '#areas/customers/contract/addresses.ts'
import { Consent, ConsentChannel, WordingLanguage } from '#areas/customers/contract/consents.ts'
import {
  ownLists,
  profileChangeShape,
  profileShape,
  registrationShape,
} from '#areas/customers/contract/customer-fields.ts'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Email, Id, Instant, optional, PersonName, text, Version, YN } from '#kit/contract/fields.ts'
import { noRow, row, rows } from '#kit/contract/scope.ts'
import { fieldLimits } from './field-limits.ts'
import { QrCode } from './qr-code.ts'
import { PageLanguage, Visit, VisitPurpose } from './sessions.ts'

// What customers see and write of themselves.

/** What a customer says of one channel: which wording was on the page, and in which language, is kept with it. */
export const ConsentSaid = z.strictObject({
  Channel: ConsentChannel,
  GrantedYN: YN,
  /** The wording that was shown; the present one if left out. */
  WordingVersion: optional(text(20)),
  WordingLanguage: optional(WordingLanguage),
})
export type ConsentSaid = z.input<typeof ConsentSaid>

/** An address as customers write it. */
export const OwnAddress = AddressFields.omit({ ReturnedMailYN: true })

/** One of the addresses, as its customer sees it. */
export const OwnAddressRow = Address.omit({ CreatedAt: true, UpdatedAt: true, ReturnedMailYN: true, Status: true })

export const Profile = z.strictObject({
  CustomerId: Id,
  MembershipNo: z.string().nullable(),
  MemberType,
  ...profileShape,
  VerifiedEmailYN: YN,
  Email: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  Version,
  Addresses: z.array(OwnAddressRow),
  /** The latest word per channel. */
  Consents: z.array(
    Consent.pick({
      ...{ Channel: true, GrantedYN: true, RecordedAt: true },
      ...{ WordingVersion: true, WordingLanguage: true, Wording: true },
    }),
  ),
  /** What the customer asked to have changed and staff have not reviewed yet. Identity numbers are masked. */
  Waiting: z.array(z.strictObject({ FieldName: z.string(), Updated: z.string().nullable(), UpdatedAt: Instant })),
  /** After a change of e-mail or phone: until then points are redeemed only once staff have confirmed the customer. */
  ContactHeldUntil: Instant.nullable(),
})
export type Profile = z.infer<typeof Profile>

export const registerCustomer = change({
  path: '/customer/customers/self-service',
  access: 'visitor',
  scope: noRow('own account'),
  about: ['customer', 'membership'],
  summary:
    'Registers the visitor who came with a passcode for new customers. Sent once more in the same session it is answered alike',
  status: 201,
  body: z.strictObject({
    ...registrationShape,
    /** Verified if a code proved it in this session. */
    Email: optional(Email),
    /** Must hold the service consent. */
    Consents: z.array(ConsentSaid).min(1, 'Record the consent to the service').max(6),
    Address: OwnAddress.optional(),
  }),
  reply: z.strictObject({
    /** The session of the new customer; the one of before answers this call only. */
    Visit,
    CustomerId: Id,
    MembershipNo: z.string().nullable(),
    /** Of the membership number. */
    Qr: QrCode.nullable(),
    FullName: PersonName,
  }),
})

/** Also of the same fields of a profile. */
export const registrationLimits = fieldLimits(registerCustomer)

export const getProfile = read({
  method: 'GET',
  path: '/customer/profile',
  access: 'customer',
  scope: noRow('own account'),
  about: ['customer'],
  summary: 'The customer’s own profile, addresses and consents, and what waits to be reviewed',
  body: z.strictObject({}),
  reply: Profile,
})

export const updateProfile = change({
  method: 'PUT',
  path: '/customer/profile',
  access: 'customer',
  scope: noRow('own account'),
  about: ['customer'],
  summary:
    'Changes one’s own profile. Name, identity document, date of birth and gender wait for a review; all else applies at once',
  idempotent: true,
  body: z.strictObject(profileChangeShape).partial().extend({ Version: Version.optional() }),
  reply: Profile,
})

export const addOwnAddress = change({
  path: '/customer/profile/addresses/add',
  access: 'customer',
  scope: noRow('own account'),
  about: ['customer'],
  summary: 'Adds an address of one’s own',
  status: 201,
  idempotent: true,
  body: OwnAddress,
  reply: Profile,
})

export const updateOwnAddress = change({
  path: '/customer/profile/addresses/update',
  access: 'customer',
  scope: rows(row('address', 'AddressId', 'own account')),
  about: ['customer'],
  summary: 'Changes the fields of one’s own address that are sent',
  body: OwnAddress.partial().extend({
    AddressId: Id,
    Version,
    Country: text(60).optional(),
    IsPrimaryYN: YN.optional(),
  }),
  reply: Profile,
})

export const deleteOwnAddress = change({
  path: '/customer/profile/addresses/remove',
  access: 'customer',
  scope: rows(row('address', 'AddressId', 'own account')),
  about: ['customer'],
  summary: 'Removes an address of one’s own',
  body: z.strictObject({ AddressId: Id }),
  reply: Profile,
})

export const sayConsents = change({
  path: '/customer/profile/consents/add',
  access: 'customer',
  scope: noRow('own account'),
  about: ['customer'],
  summary: 'Records what the customer agrees to, or no longer agrees to; what was said before stays on file',
  body: z.strictObject({ Consents: z.array(ConsentSaid).min(1).max(6) }),
  reply: Profile,
})

const Choice = z.strictObject({ Value: z.string(), Label: z.string() })

/** The lists that the customers' forms choose from. */
export const formLists = [...ownLists, 'MalaysianState', 'AddressType'] as const

export const getForm = read({
  method: 'GET',
  path: '/customer/self-service/form',
  access: 'visitor',
  scope: noRow('shared'),
  about: ['list item'],
  summary:
    'What the forms of self-service choose from, in a language, the version of the consent wording, and what the session is for',
  body: z.strictObject({ LanguageCode: PageLanguage.default('en') }),
  reply: z.strictObject({
    Company: z.string(),
    /** What the session was opened for. */
    Purpose: VisitPurpose,
    ConsentWordingVersion: z.string(),
    /** What that version says, in the language as far as it is worded in it; each with its own. */
    ConsentWordings: z.array(z.strictObject({ Channel: ConsentChannel, Text: z.string(), Language: WordingLanguage })),
    /** By the names of `formLists`. */
    Lists: z.record(z.string(), z.array(Choice)),
    Outlets: z.array(z.strictObject({ Code: z.string(), Name: z.string() })),
  }),
})

export const findOwnPostcode = read({
  method: 'GET',
  path: '/customer/self-service/postcode',
  access: 'visitor',
  scope: noRow('shared'),
  about: [],
  summary: 'City and state of a Malaysian postcode',
  body: z.strictObject({ Postcode: z.string().regex(/^\d{5}$/, 'A Malaysian postcode has 5 digits') }),
  reply: z.strictObject({ Postcode: z.string(), City: z.string(), State: z.string(), Cities: z.array(z.string()) }),
})
