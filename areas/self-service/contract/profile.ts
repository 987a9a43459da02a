import { z } from 'zod'
import { Address, AddressFields } from '#areas/customers/contract/addresses.ts'
import { Consent, ConsentChannel, WordingLanguage } from '#areas/customers/contract/consents.ts'
import {
  lookupListsOfSelfServiceFields,
  ownProfileShape,
  profileChangeShape,
  registrationShape,
} from '#areas/customers/contract/customer-fields.ts'
import { MemberType } from '#areas/customers/contract/customers.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import { Email, Id, Instant, optionalField, PersonName, text, Version, YN } from '#kit/contract/fields.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'
import { findFieldLimits } from './field-limits.ts'
import { QrCode } from './qr-code.ts'
import { CustomerSession, PageLanguage, SessionPurpose } from './sessions.ts'

// Data that customers read and change about themselves.

/** A customer's decision for one channel, stored with the wording and language that the page displayed. */
export const ConsentAnswer = z.strictObject({
  Channel: ConsentChannel,
  GrantedYN: YN,
  /** Version of the wording that the customer saw; by default the current version. */
  WordingVersion: optionalField(text(20)),
  WordingLanguage: optionalField(WordingLanguage),
})
export type ConsentAnswer = z.input<typeof ConsentAnswer>

/** An address as the customer enters it. */
export const OwnAddress = AddressFields.omit({ ReturnedMailYN: true })

/** An address as the customer sees it. */
export const OwnAddressRow = Address.omit({ CreatedAt: true, UpdatedAt: true, ReturnedMailYN: true, Status: true })

export const Profile = z.strictObject({
  CustomerId: Id,
  MembershipNo: z.string().nullable(),
  MemberType,
  ...ownProfileShape,
  VerifiedEmailYN: YN,
  Email: z.string().nullable(),
  RegisteredOutletCode: z.string(),
  Version,
  Addresses: z.array(OwnAddressRow),
  /** Latest decision of the customer for each channel. */
  Consents: z.array(
    Consent.pick({
      ...{ Channel: true, GrantedYN: true, RecordedAt: true },
      ...{ WordingVersion: true, WordingLanguage: true, Wording: true },
    }),
  ),
  /** Changes that await a review by staff, with masked identity numbers. */
  Waiting: z.array(z.strictObject({ FieldName: z.string(), Updated: z.string().nullable(), UpdatedAt: Instant })),
  /** Time until which staff must confirm the customer before points are redeemed, after a change of e-mail or phone. */
  ContactHeldUntil: Instant.nullable(),
})
export type Profile = z.infer<typeof Profile>

export const registerCustomer = change({
  path: '/customer/customers/self-service',
  access: 'visitor',
  scope: unnamedRows('own account'),
  about: ['customer', 'membership'],
  summary: 'Registers the customer of a passcode session. The same request repeated in the session gets the same reply',
  status: 201,
  body: z.strictObject({
    ...registrationShape,
    /** E-mail address, stored as verified if a code verified the address in this session. */
    Email: optionalField(Email),
    /** Decisions about consents; the decision about the service consent is required. */
    Consents: z.array(ConsentAnswer).min(1, 'Record the consent to the service').max(6),
    Address: OwnAddress.optional(),
  }),
  reply: z.strictObject({
    /** Session of the new customer; the previous session then accepts only a repetition of this request. */
    Visit: CustomerSession,
    CustomerId: Id,
    MembershipNo: z.string().nullable(),
    /** QR code of the membership number. */
    Qr: QrCode.nullable(),
    FullName: PersonName,
  }),
})

/** Limits of the registration's fields; a profile has the same limits for its fields. */
export const registrationFieldLimits = findFieldLimits(registerCustomer)

export const getOwnProfile = read({
  method: 'GET',
  path: '/customer/profile',
  access: 'customer',
  scope: unnamedRows('own account'),
  about: ['customer'],
  summary: 'Returns the caller’s profile, addresses, consents and pending changes',
  body: z.strictObject({}),
  reply: Profile,
})

export const updateOwnProfile = change({
  method: 'PUT',
  path: '/customer/profile',
  access: 'customer',
  scope: unnamedRows('own account'),
  about: ['customer'],
  summary:
    'Updates the caller’s profile. Name, identity document, date of birth and gender need a review; other changes apply at once',
  idempotent: true,
  body: z.strictObject(profileChangeShape).partial().extend({ Version: Version.optional() }),
  reply: Profile,
})

export const addOwnAddress = change({
  path: '/customer/profile/addresses/add',
  access: 'customer',
  scope: unnamedRows('own account'),
  about: ['customer'],
  summary: 'Adds an address to the caller’s profile',
  status: 201,
  idempotent: true,
  body: OwnAddress,
  reply: Profile,
})

export const updateOwnAddress = change({
  path: '/customer/profile/addresses/update',
  access: 'customer',
  scope: namedRows(row('address', 'AddressId', 'own account')),
  about: ['customer'],
  summary: 'Updates the given fields of one of the caller’s addresses',
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
  scope: namedRows(row('address', 'AddressId', 'own account')),
  about: ['customer'],
  summary: 'Deletes one of the caller’s addresses',
  body: z.strictObject({ AddressId: Id }),
  reply: Profile,
})

export const submitConsents = change({
  path: '/customer/profile/consents/add',
  access: 'customer',
  scope: unnamedRows('own account'),
  about: ['customer'],
  summary: 'Records consents given or withdrawn by the caller; earlier entries remain',
  body: z.strictObject({ Consents: z.array(ConsentAnswer).min(1).max(6) }),
  reply: Profile,
})

const Choice = z.strictObject({ Value: z.string(), Label: z.string() })

/** Names of the lookup lists that the customers' forms use. */
export const selfServiceFormLists = [...lookupListsOfSelfServiceFields, 'MalaysianState', 'AddressType'] as const

export const getSelfServiceForm = read({
  method: 'GET',
  path: '/customer/self-service/form',
  access: 'visitor',
  scope: unnamedRows('shared'),
  about: ['list item'],
  summary:
    'Returns the choices of the self-service forms in one language, the consent wording and the purpose of the session',
  body: z.strictObject({ LanguageCode: PageLanguage.default('en') }),
  reply: z.strictObject({
    Company: z.string(),
    /** Purpose of the session. */
    Purpose: SessionPurpose,
    ConsentWordingVersion: z.string(),
    /** Consent texts of this wording version, each with its language, in the requested language if available. */
    ConsentWordings: z.array(z.strictObject({ Channel: ConsentChannel, Text: z.string(), Language: WordingLanguage })),
    /** Lookup lists by the names in `selfServiceFormLists`. */
    Lists: z.record(z.string(), z.array(Choice)),
    Outlets: z.array(z.strictObject({ Code: z.string(), Name: z.string() })),
  }),
})

export const findOwnPostcode = read({
  method: 'GET',
  path: '/customer/self-service/postcode',
  access: 'visitor',
  scope: unnamedRows('shared'),
  about: [],
  summary: 'Returns city and state of a Malaysian postcode',
  body: z.strictObject({ Postcode: z.string().regex(/^\d{5}$/, 'A Malaysian postcode has 5 digits') }),
  reply: z.strictObject({ Postcode: z.string(), City: z.string(), State: z.string(), Cities: z.array(z.string()) }),
})
