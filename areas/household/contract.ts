import { z } from 'zod'
import { ImageUrl } from '#areas/media/contract.ts'
import { change, read } from '#kit/contract/endpoint.ts'
import {
  DateOnly,
  Id,
  Instant,
  longText,
  MoneyFromZero,
  membershipNumber,
  optionalField,
  text,
  Version,
  YN,
} from '#kit/contract/fields.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { namedRows, row } from '#kit/contract/scope.ts'

export const Metal = z.enum(['Yellow gold', 'White gold', 'Rose gold', 'Platinum', 'Silver'])
export const Stone = z.enum(['Diamond', 'Ruby', 'Sapphire', 'Emerald', 'Jade', 'Pearl', 'Coloured stone'])
export const SizeKind = z.enum(['Ring', 'Bracelet', 'Bangle', 'Necklace', 'Anklet'])
export const Finger = z.enum([
  ...(['Left thumb', 'Left index', 'Left middle', 'Left ring', 'Left little'] as const),
  ...(['Right thumb', 'Right index', 'Right middle', 'Right ring', 'Right little'] as const),
])
export const Relation = z.enum(['Spouse', 'Parent', 'Child', 'Sibling', 'Other'])
export type Relation = z.infer<typeof Relation>

/** The maximum lengths of the lists in a profile, so that the lists stay readable. */
export const householdListLimits = { Sizes: 40, Dates: 20, Favourites: 50, Relatives: 12 }

export const householdRefusals = {
  notFound: refusal(404, 'household.not_found', 'Record not found'),
  sizeTwice: refusal(409, 'household.size_twice', 'The list has two sizes for the same person and place'),
  dateTwice: refusal(409, 'household.date_twice', 'The list has the same date twice'),
  budget: refusal(400, 'household.budget', 'The budget must not end below its beginning'),
  tooManyFavourites: refusal(409, 'household.too_many_favourites', 'The list can have {Limit} entries at most'),
  tooManyRelatives: refusal(409, 'household.too_many_relatives', 'A household can have {Limit} links at most'),
  self: refusal(409, 'household.self', 'A customer cannot be linked to their own record'),
  linked: refusal(409, 'household.linked', 'These customers are already linked'),
  own: refusal(409, 'household.own', 'You cannot remove links of your own household'),
  given: refusal(409, 'household.given', 'Another relative has already bought this'),
  alreadyDeleted: refusal(409, 'household.already_deleted', 'The record has already been deleted'),
  notDeleted: refusal(409, 'household.not_deleted', 'Only a deleted record can be restored'),
  undoOver: refusal(409, 'household.undo_over', 'A delete can be undone within 30 seconds only'),
}

export const Size = z.strictObject({
  /** Name of the wearer; null if the customer wears the piece. */
  Person: optionalField(text(60)),
  Kind: SizeKind,
  /** The finger of a ring; null for other pieces. */
  Finger: Finger.nullable().default(null),
  Size: text(20),
})
const isFingerConsistent = ({ Kind, Finger }: { Kind: string; Finger: string | null }) =>
  (Kind === 'Ring') === (Finger !== null)

export const ImportantDate = z.strictObject({ Label: text(60), OccursOn: DateOnly })

const DisplayedSize = z.strictObject({
  Person: z.string().nullable(),
  Kind: SizeKind,
  Finger: Finger.nullable(),
  Size: z.string(),
})
export type DisplayedSize = z.infer<typeof DisplayedSize>
export type DisplayedDate = z.infer<typeof DisplayedDate>
const DisplayedDate = z.strictObject({ Label: z.string(), OccursOn: z.string() })

export const Profile = z.strictObject({
  CustomerId: Id,
  Metals: z.array(Metal),
  Stones: z.array(Stone),
  Allergies: z.string().nullable(),
  BudgetFrom: z.string().nullable(),
  BudgetTo: z.string().nullable(),
  Remarks: z.string().nullable(),
  Sizes: z.array(DisplayedSize),
  Dates: z.array(DisplayedDate),
  /** 0 if no profile is stored yet. */
  Version: z.int().min(0),
})
export type Profile = z.infer<typeof Profile>

/** A wish in replies about the wisher, which never reveal whether a relative has bought the wish. */
export const Favourite = z.strictObject({
  FavouriteId: Id,
  CustomerId: Id,
  Name: z.string(),
  Price: z.string().nullable(),
  ImageUrl: z.string().nullable(),
  Remarks: z.string().nullable(),
  HintYN: YN,
  Status: z.enum(['Active', 'Deleted']),
  Version,
  CreatedAt: Instant,
})
export type Favourite = z.infer<typeof Favourite>

/** A wish in replies about a relative, who may buy the wish as a gift. */
export const GiftIdea = z.strictObject({
  FavouriteId: Id,
  Name: z.string(),
  Price: z.string().nullable(),
  ImageUrl: z.string().nullable(),
  Remarks: z.string().nullable(),
  Given: z.enum(['Not bought', 'Bought by this customer', 'Bought by another relative']),
  GivenAt: Instant.nullable(),
})
export type GiftIdea = z.infer<typeof GiftIdea>

export const HouseholdLink = z.strictObject({
  LinkId: Id,
  /** The relation of this person to the customer of the page. */
  Relation,
  CustomerId: Id,
  MembershipNo: z.string().nullable(),
  FullName: z.string(),
})

export const Relative = HouseholdLink.extend({
  Metals: z.array(Metal),
  Stones: z.array(Stone),
  Allergies: z.string().nullable(),
  Sizes: z.array(DisplayedSize),
  Favourites: z.array(GiftIdea),
})
export type Relative = z.infer<typeof Relative>

const access = { role: 'Customer' }
const customer = namedRows(row('customer', 'CustomerId', 'looked up'))
const about = ['household']

export const getJewelleryProfile = read({
  path: '/customer/jewellery/find-one',
  access,
  scope: customer,
  about,
  summary: 'Returns taste, sizes and favourites of a customer and the relatives they buy for; never who buys for them',
  body: z.strictObject({ CustomerId: Id }),
  reply: z.strictObject({ Profile, Favourites: z.array(Favourite), Relatives: z.array(Relative) }),
})

export const updateJewelleryProfile = change({
  path: '/customer/jewellery/update',
  access,
  scope: customer,
  about,
  summary: 'Updates the profile; sizes and dates that are sent replace the stored ones',
  body: z.strictObject({
    CustomerId: Id,
    Version: z.int().min(0),
    Metals: z.array(Metal).max(Metal.options.length).optional(),
    Stones: z.array(Stone).max(Stone.options.length).optional(),
    Allergies: optionalField(text(300)),
    BudgetFrom: optionalField(MoneyFromZero),
    BudgetTo: optionalField(MoneyFromZero),
    Remarks: optionalField(longText(1000)),
    Sizes: z
      .array(
        Size.refine(isFingerConsistent, { path: ['Finger'], message: 'A ring has a finger, and nothing else does' }),
      )
      .max(householdListLimits.Sizes)
      .optional(),
    Dates: z.array(ImportantDate).max(householdListLimits.Dates).optional(),
  }),
  reply: Profile,
})

const FavouriteFields = z.strictObject({
  Name: text(120),
  Price: optionalField(MoneyFromZero),
  ImageUrl: optionalField(ImageUrl),
  Remarks: optionalField(longText(500)),
  /** Y if relatives may see the wish. */
  HintYN: YN.default('Y'),
})

export const addFavourite = change({
  path: '/customer/favourites/add',
  access,
  scope: customer,
  about,
  summary: 'Adds a favourite: something that the customer would like to have',
  status: 201,
  body: FavouriteFields.extend({ CustomerId: Id }),
  reply: Favourite,
})

const favourite = namedRows(row('favourite', 'FavouriteId', 'looked up'))

export const updateFavourite = change({
  path: '/customer/favourites/update',
  access,
  scope: favourite,
  about,
  summary: 'Changes the fields of a favourite that are sent',
  body: FavouriteFields.partial().extend({ FavouriteId: Id, Version, HintYN: YN.optional() }),
  reply: Favourite,
})

export const deleteFavourite = change({
  path: '/customer/favourites/delete',
  access,
  scope: favourite,
  about,
  summary: 'Deletes a favourite; can be undone for 30 seconds',
  body: z.strictObject({ FavouriteId: Id }),
  reply: Favourite,
})

export const restoreFavourite = change({
  path: '/customer/favourites/restore',
  access,
  scope: favourite,
  about,
  summary: 'Undoes the delete of a favourite within 30 seconds',
  body: z.strictObject({ FavouriteId: Id }),
  reply: Favourite,
})

export const giveFavourite = change({
  path: '/customer/favourites/give',
  access,
  // Outlet staff must look the giver up first. A wish outside the giver's household gives the status 404.
  scope: namedRows(row('customer', 'GiverId', 'looked up'), row('favourite', 'FavouriteId', 'everyone')),
  about,
  summary: 'Records that a relative bought a favourite, or did not after all; not shown to the wisher',
  body: z.strictObject({ GiverId: Id, FavouriteId: Id, GivenYN: YN }),
  reply: GiftIdea,
})

export const addRelative = change({
  path: '/customer/household/add',
  access,
  scope: namedRows(row('customer', 'CustomerId', 'looked up'), row('membership', 'MembershipNo', 'looked up')),
  about,
  summary: 'Links two customers of one household; both must have been looked up',
  status: 201,
  body: z.strictObject({ CustomerId: Id, MembershipNo: membershipNumber, Relation }),
  reply: HouseholdLink,
})

const link = namedRows(row('household link', 'LinkId', 'looked up'))
const LinkChanged = z.strictObject({ LinkId: Id, Status: z.enum(['Active', 'Deleted']) })

export const deleteRelative = change({
  path: '/customer/household/delete',
  access,
  scope: link,
  about,
  summary: 'Ends the link of two customers; not allowed for the user’s own household',
  body: z.strictObject({ LinkId: Id }),
  reply: LinkChanged,
})

export const restoreRelative = change({
  path: '/customer/household/restore',
  access,
  scope: link,
  about,
  summary: 'Undoes the end of a link within 30 seconds',
  body: z.strictObject({ LinkId: Id }),
  reply: LinkChanged,
})
