import { z } from 'zod'
import { MaskedIdNo } from '#areas/customers/contract/customer-fields.ts'
import { CustomerStatus, MemberType, RegistrationSource } from '#areas/customers/contract/customers.ts'
import {
  DateOnly,
  filterText,
  Id,
  PersonName,
  Points,
  salesTotalField,
  upperCaseFilter,
  YN,
} from '#kit/contract/fields.ts'
import { ConsentChannel } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

export const monthsFilterSchema = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const

const row = {
  MembershipNo: z.string(),
  CustomerId: Id,
  CustomerName: PersonName,
  /** Identity number of the customer, masked. */
  IdNo: MaskedIdNo.nullable(),
  MemberType,
  Gender: z.string().nullable(),
  Ethnicity: z.string().nullable(),
  DateOfBirth: DateOnly.nullable(),
  ContactNo: z.string().nullable(),
  Email: z.string().nullable(),
  VerifiedEmailYN: YN,
  City: z.string().nullable(),
  State: z.string().nullable(),
  CardCategoryCode: z.string().nullable(),
  Status: CustomerStatus,
  JoinDate: DateOnly,
  RegistrationSource,
  RegisteredOutletCode: z.string(),
  NearestOutletCode: z.string().nullable(),
  PointBalance: Points,
  LastPurchase: DateOnly.nullable(),
  PreferredStaffName: PersonName.nullable(),
  /** Sales amount that the forecast expects within a year. */
  ExpectedValue: salesTotalField(),
}

export const memberListingReport = declareReport('memberListing', {
  summary: 'Members with address, contact details, balance and last purchase',
  filters: {
    MemberType,
    /** Statuses of the listed customers; by default all statuses except archived, merged and deleted. */
    Status: CustomerStatus,
    CardCategoryCode: upperCaseFilter,
    CardGroupId: Id,
    /** Code of the outlet at which the customer is registered. */
    OutletCode: upperCaseFilter,
    NearestOutletCode: upperCaseFilter,
    RegistrationSource,
    JoinDateFrom: DateOnly,
    JoinDateTo: DateOnly,
    BirthMonth: z.enum(monthsFilterSchema),
    Gender: filterText,
    Ethnicity: filterText,
    City: filterText,
    State: filterText,
    Tag: filterText,
    LeadSourceId: Id,
    HasEmailYN: YN,
    VerifiedEmailYN: YN,
    /** Channel for which the listed members have given consent. */
    ConsentChannel,
    BalanceFrom: z.int(),
    BalanceTo: z.int(),
  },
  row,
  key: 'MembershipNo',
  totals: { Members: z.int(), Premium: z.int(), NonPremium: z.int(), PointBalance: Points },
  sort: listSortableColumns(row, 'MembershipNo'),
  whole: true,
  about: ['membership', 'customer'],
})
