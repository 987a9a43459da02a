import { z } from 'zod'
import { change, ignoreFields, read } from '#kit/contract/endpoint.ts'
import { Id, Instant, optionalField, text, Version, YN } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

export const MALAYSIA_COUNTRY_NAME = 'Malaysia'
export const MALAYSIAN_POSTCODE_PATTERN = /^\d{5}$/

export const AddressFields = z.strictObject({
  AddressType: text(30),
  Line1: text(100),
  Line2: optionalField(text(100)),
  Line3: optionalField(text(100)),
  /** Malaysian postcodes have five digits. */
  Postcode: optionalField(text(12)),
  City: optionalField(text(60)),
  /** In Malaysia, a value of the list MalaysianState; free text elsewhere. */
  State: optionalField(text(60)),
  Country: text(60).default(MALAYSIA_COUNTRY_NAME),
  /** This flag is ignored for a customer's first address, which is always primary. */
  IsPrimaryYN: YN.default('N'),
  ReturnedMailYN: YN.default('N'),
})

const postcodeFits = (address: { Country?: string | undefined; Postcode?: string | null | undefined }) =>
  address.Country !== MALAYSIA_COUNTRY_NAME || !address.Postcode || MALAYSIAN_POSTCODE_PATTERN.test(address.Postcode)
const postcodeError = { path: ['Postcode'], message: 'A Malaysian postcode has 5 digits' }

export const AddressInput = AddressFields.refine(postcodeFits, postcodeError)
export type AddressInput = z.output<typeof AddressInput>

export const Address = z.strictObject({
  AddressId: Id,
  CustomerId: Id,
  AddressType: z.string(),
  Line1: z.string(),
  Line2: z.string().nullable(),
  Line3: z.string().nullable(),
  Postcode: z.string().nullable(),
  City: z.string().nullable(),
  State: z.string().nullable(),
  Country: z.string(),
  IsPrimaryYN: YN,
  ReturnedMailYN: YN,
  Status: z.enum(['Active', 'Deleted']),
  Version,
  CreatedAt: Instant,
  UpdatedAt: Instant,
})
export type Address = z.infer<typeof Address>

export const addressRefusals = {
  notFound: refusal(404, 'customers.address_not_found', 'Record not found'),
  postcodeInvalid: refusal(400, 'customers.postcode_invalid', 'A Malaysian postcode has 5 digits'),
  stateUnknown: refusal(400, 'customers.state_unknown', '{State} is not a Malaysian state'),
  tooMany: refusal(409, 'customers.too_many_addresses', 'A customer can have {Limit} addresses at most'),
  notDeleted: refusal(409, 'customers.address_not_deleted', 'Only a deleted address can be restored'),
  undoOver: refusal(409, 'customers.undo_over', 'A delete can be undone within 30 seconds only'),
  primaryStays: refusal(409, 'customers.primary_stays', 'Make another address the primary one instead'),
}

export const ADDRESSES_PER_CUSTOMER_MAX = 20

const role = 'Customer'

export const addAddress = change({
  path: '/customer/addresses/add',
  access: { role: ['Customer', 'Update Member Listing'] },
  scope: namedRows(row('customer', 'CustomerId', 'looked up')),
  about: ['address', 'customer'],
  summary: 'Adds an address; the first one is primary, and a new primary one replaces the old',
  status: 201,
  body: AddressFields.extend({ CustomerId: Id }).refine(postcodeFits, postcodeError),
  reply: Address,
})

export const listAddresses = read({
  path: '/customer/addresses/find-all',
  access: { role: ['Customer', 'Update Member Listing', 'Profile Amendment Review'] },
  scope: namedRows(row('customer', 'Search.CustomerId', 'looked up')),
  about: ['address'],
  summary: 'Lists the live addresses of a customer, the primary first',
  body: pageQuery(
    { CustomerId: Id, AddressType: text(30) },
    { rows: 20, sort: ['IsPrimaryYN', 'AddressId'], direction: 'DESC' },
  ).refine(({ Search }) => Search.CustomerId !== undefined, { path: ['Search', 'CustomerId'], message: 'Required' }),
  reply: pageReply(Address),
})

export const updateAddress = change({
  path: '/customer/addresses/update',
  access: { role: ['Customer', 'Update Member Listing'] },
  scope: namedRows(row('address', 'AddressId', 'looked up')),
  about: ['address', 'customer'],
  summary: 'Changes the fields that are sent; a new primary address replaces the old one',
  ignored: ignoreFields('An address stays with its customer', 'CustomerId'),
  body: AddressFields.partial().extend({
    AddressId: Id,
    Version: Version.optional(),
    Country: text(60).optional(),
    IsPrimaryYN: YN.optional(),
    ReturnedMailYN: YN.optional(),
  }),
  reply: Address,
})

export const deleteAddress = change({
  path: '/customer/addresses/delete',
  access: { role },
  scope: namedRows(row('address', 'AddressId', 'looked up')),
  about: ['address', 'customer'],
  summary: 'Marks an address as Deleted; if it was primary, the oldest other one becomes primary',
  body: z.strictObject({ AddressId: Id }),
  reply: Address,
})

export const restoreAddress = change({
  path: '/customer/addresses/restore',
  access: { role },
  scope: namedRows(row('address', 'AddressId', 'looked up')),
  about: ['address', 'customer'],
  summary: 'Undoes the delete of an address within 30 seconds',
  body: z.strictObject({ AddressId: Id }),
  reply: Address,
})

export const findPostcode = read({
  path: '/postcodes/find-one',
  access: 'staff',
  scope: unnamedRows('shared'),
  summary: 'Returns city and state of a Malaysian postcode',
  body: z.strictObject({ Postcode: z.string().regex(MALAYSIAN_POSTCODE_PATTERN, 'A Malaysian postcode has 5 digits') }),
  reply: z.strictObject({ Postcode: z.string(), City: z.string(), State: z.string(), Cities: z.array(z.string()) }),
})
