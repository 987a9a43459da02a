import type { Input, Reply } from '#kit/contract/endpoint.ts'
import type { Ctx } from '#kit/server/ctx.ts'
import type { legalText as contract } from '../contract.ts'
import { readLargeSetting } from './setting-rows.ts'

/** Returns the company's text in the reader's language, or else in English, or else in any language. */
export async function legalText(ctx: Ctx, input: Input<typeof contract>): Promise<Reply<typeof contract>> {
  const texts = await readLargeSetting(ctx, `legal.${input.Which}`)
  for (const LanguageCode of [input.LanguageCode, 'en', 'zh', 'fr', 'ja'] as const) {
    const Text = texts[LanguageCode]
    if (Text) return { Text, LanguageCode }
  }
  return { Text: null, LanguageCode: null }
}
