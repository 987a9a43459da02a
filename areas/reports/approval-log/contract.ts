import { z } from 'zod'
import { ApprovalStatus } from '#areas/approvals/contract.ts'
import {
  DateOnly,
  filterText,
  Id,
  Instant,
  membershipFilter,
  PersonName,
  upperCaseFilter,
} from '#kit/contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  ApprovalId: Id,
  RequestedAt: Instant,
  Kind: z.string(),
  ObjectType: z.string(),
  ObjectId: z.string(),
  MembershipNo: z.string().nullable(),
  OutletCode: z.string().nullable(),
  RequestedBy: PersonName,
  Status: ApprovalStatus,
  DecidedAt: Instant.nullable(),
  DecidedBy: PersonName.nullable(),
  DecisionRemark: z.string().nullable(),
  /** Hours from the request to the decision, or until now if the request is open. */
  HoursWaited: z.int(),
}

export const approvalLogReport = declareReport('approvalLog', {
  summary: 'Lists approval requests between two days, with their decisions and waiting times',
  filters: {
    DateFrom: DateOnly,
    DateTo: DateOnly,
    Kind: filterText,
    Status: ApprovalStatus,
    RequestedBy: filterText,
    DecidedBy: filterText,
    MembershipNo: membershipFilter,
    OutletCode: upperCaseFilter,
  },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'ApprovalId',
  totals: {
    Approvals: z.int(),
    Approved: z.int(),
    Rejected: z.int(),
    Withdrawn: z.int(),
    Undecided: z.int(),
    /** Average number of hours from request to decision, over the decided requests. */
    AverageHours: z.int().nullable(),
  },
  sort: listSortableColumns(row, 'RequestedAt'),
  about: ['approval'],
})
