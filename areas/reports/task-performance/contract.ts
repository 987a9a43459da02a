import { z } from 'zod'
import { DateOnly, filterText, Id, PersonName, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  StaffId: Id,
  FullName: PersonName,
  OutletCode: z.string(),
  /** Own tasks due in the period. */
  TasksDue: z.int(),
  /** Completed in the period by this person. */
  TasksCompleted: z.int(),
  /** Share completed in time. */
  OnTimeShare: Percent.nullable(),
  /** Own open tasks that are overdue now. */
  TasksOverdue: z.int(),
  /** Logged contacts with customers. */
  Contacts: z.int(),
  /** Sales credited to a contact, on their own days. */
  CreditedSales: z.int(),
  /** Credited sales in percent of contacts. */
  ContactsToSales: Percent.nullable(),
  /** Amount of credited sales after returns. */
  CreditedNet: salesTotal(),
}

export const taskPerformance = report('taskPerformance', {
  summary: 'Tasks, contacts with customers and credited sales by staff between two days',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, StaffName: filterText, OutletCode: upperFilter },
  dates: ['DateFrom', 'DateTo'],
  row,
  key: 'StaffId',
  totals: {
    TasksDue: z.int(),
    TasksCompleted: z.int(),
    OnTimeShare: Percent.nullable(),
    TasksOverdue: z.int(),
    Contacts: z.int(),
    CreditedSales: z.int(),
    ContactsToSales: Percent.nullable(),
    CreditedNet: salesTotal(),
  },
  sort: sortable(row, 'Contacts'),
  about: ['task', 'sale', 'cancellation'],
})
