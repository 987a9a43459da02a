import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import type { Lists } from './lists.ts'
import { makeExport } from './make-export.ts'
import { wishOf } from './wish.ts'

/** Writes a list as it stands on the screen into a file. */
export const addExport = (lists: Lists) => (ctx: Ctx, asked: Input<typeof contract.addExport>) =>
  makeExport(ctx, lists, wishOf(asked))
