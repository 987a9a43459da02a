import { z } from 'zod'
import { DateOnly, filterText, Id, PersonName, salesTotalField, upperCaseFilter } from '#kit/contract/fields.ts'
import { Percent } from '../contract/fields.ts'
import { declareReport, listSortableColumns } from '../contract/report.ts'

const row = {
  StaffId: Id,
  FullName: PersonName,
  OutletCode: z.string(),
  /** Number of the person's tasks with a due date in the period. */
  TasksDue: z.int(),
  /** Number of tasks that the person completed in the period. */
  TasksCompleted: z.int(),
  /** Percentage of completed tasks that were completed in time. */
  OnTimeShare: Percent.nullable(),
  /** Number of the person's open tasks that are overdue now. */
  TasksOverdue: z.int(),
  /** Number of contacts with customers that the person logged. */
  Contacts: z.int(),
  /** Number of sales credited to a contact, counted on the day of the sale. */
  CreditedSales: z.int(),
  /** Number of credited sales in percent of the contacts. */
  ContactsToSales: Percent.nullable(),
  /** Net amount of credited sales less returns. */
  CreditedNet: salesTotalField(),
}

export const taskPerformanceReport = declareReport('taskPerformance', {
  summary: 'Tasks, contacts with customers and credited sales by staff between two days',
  filters: { DateFrom: DateOnly, DateTo: DateOnly, StaffName: filterText, OutletCode: upperCaseFilter },
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
    CreditedNet: salesTotalField(),
  },
  sort: listSortableColumns(row, 'Contacts'),
  about: ['task', 'sale', 'cancellation'],
})
