import type { Input } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type * as contract from '../contract.ts'
import { makeExport } from './make-export.ts'
import { wishOf } from './wish.ts'

/** Writes a list as it stands on the screen into a file. */
export const addExport = (ctx: Ctx, asked: Input<typeof contract.addExport>) => makeExport(ctx, wishOf(asked))
