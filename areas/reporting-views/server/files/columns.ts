import type { ParquetWriter } from 'hyparquet-writer'
import type { ReportingColumn } from '../read-views.ts'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** A column of a Parquet file. `encode` converts the text of PostgreSQL to the value of the file. */
export type ParquetColumn = { element: SchemaElement; encode: (text: string) => unknown }

const DAY_MS = 86_400_000
/** The most digits of a decimal that is stored in eight bytes. */
const INT64_DIGITS = 18

/** Returns the Parquet column of a view's column: exact decimals, dates as DATE, instants as TIMESTAMP in UTC. */
export function toParquetColumn({ name, type }: ReportingColumn): ParquetColumn {
  const optional = { name, repetition_type: 'OPTIONAL' } as const
  switch (type) {
    case 'text':
      return {
        element: { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
        encode: (text) => text,
      }
    case 'bigint':
      return { element: { ...optional, type: 'INT64' }, encode: BigInt }
    case 'integer':
      return { element: { ...optional, type: 'INT32' }, encode: Number }
    case 'boolean':
      return { element: { ...optional, type: 'BOOLEAN' }, encode: (text) => text === 't' }
    case 'date':
      return {
        element: { ...optional, type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
        encode: (text) => Date.parse(`${text}T00:00:00Z`) / DAY_MS,
      }
    case 'timestamp with time zone':
      return {
        element: {
          ...optional,
          type: 'INT64',
          converted_type: 'TIMESTAMP_MICROS',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
        },
        encode: toMicroseconds,
      }
  }
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type)?.map(Number) ?? []
  if (precision === undefined || scale === undefined || precision > INT64_DIGITS)
    throw new Error(`The column ${name} has the type ${type}, which is not written to Parquet files`)
  return {
    element: {
      ...optional,
      type: 'INT64',
      converted_type: 'DECIMAL',
      logical_type: { type: 'DECIMAL', precision, scale },
      precision,
      scale,
    },
    // PostgreSQL writes all digits of the scale, so that the digits are the unscaled value.
    encode: (text) => BigInt(text.replace('.', '')),
  }
}

/** Converts an instant such as 2026-01-31 16:00:00.123456+00 to microseconds since 1970. */
function toMicroseconds(text: string): bigint {
  const [, second, fraction = ''] = /^(.{19})(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (second === undefined) throw new Error(`Not an instant in UTC: ${text}`)
  return BigInt(Date.parse(`${second.replace(' ', 'T')}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
}
