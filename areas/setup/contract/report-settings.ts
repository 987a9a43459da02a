import { z } from 'zod'
import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Settings for the periods of reports and for the files of analysts. */
export const reportSettings = {
  'reports.yearsMost': defineSetting({
    group: 'reports',
    schema: wholeNumberSchema(1, 10),
    default: 2,
    unit: 'years',
    description: 'Reports that name a member or an invoice may go further back',
  }),
  'reports.inactiveMonths': defineSetting({
    group: 'reports',
    schema: wholeNumberSchema(1, 120),
    default: 24,
    unit: 'months',
    description:
      'A member without a purchase for so long is in the list of inactive members, unless the report names another number of months',
  }),
  'reports.reactiveMonths': defineSetting({
    group: 'reports',
    schema: wholeNumberSchema(1, 120),
    default: 24,
    unit: 'months',
    description:
      'A member who buys after so long without a purchase is in the list of those who came back, unless the report names another number of months',
  }),
  'reports.parquetFiles': defineSetting({
    group: 'reports',
    schema: z.enum(['Off', 'Without amounts', 'With amounts']),
    default: 'Off',
    description:
      'Whether the server writes Parquet files for analysts each night, without names and contacts; only “With amounts” includes sales amounts and other amounts',
  }),
} as const
