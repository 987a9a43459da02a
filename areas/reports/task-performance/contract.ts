import { z } from 'zod'
import { DateOnly, filterText, Id, PersonName, salesTotal, upperFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { report, sortable } from '../contract/report.ts'

const row = {
  StaffId: Id,
  FullName: PersonName,
  OutletCode: z.string(),
  /** Theirs, due within the days. */
  TasksDue: z.int(),
  /** Completed by them within the days. */
  TasksCompleted: z.int(),
  /** Of the completed: not after they were due. */
  OnTimeShare: Percent.nullable(),
  /** Theirs, open and past their time now. */
  TasksOverdue: z.int(),
  /** Logged with a customer. */
  Contacts: z.int(),
  /** Purchases that followed a contact within the days of the settings, on their own days. */
  CreditedSales: z.int(),
  /** Purchases by contact. */
  ContactsToSales: Percent.nullable(),
  /** What is left of them after returns. */
  CreditedNet: salesTotal(),
}

export const taskPerformance = report('taskPerformance', {
  summary: 'By staff: tasks due and completed between two days, contacts with customers, and the sales that followed',
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
