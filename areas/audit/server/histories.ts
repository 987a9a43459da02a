import type { RawBuilder } from 'kysely'
import type { Ctx } from '#kit/server/ctx.ts'

type History = {
  /** Returns a select of `object_type` and `object_id` for rows of the area's other tables that belong to the record. */
  parts?: (id: string) => RawBuilder<unknown>
  /** Returns a select that finds a row if the record and its history are hidden from the outlet. */
  hidden?: (id: string, outlet: string) => RawBuilder<unknown>
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The related rows and visibility rules of record histories. */
    histories?: Readonly<Record<string, History>>
  }
}

export const findHistories = ({ services }: Pick<Ctx, 'services'>, subject: string): History[] =>
  services.areas.flatMap(({ histories }) => histories?.[subject] ?? [])
