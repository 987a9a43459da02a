import { useEffect, useState } from 'react'
import { legalText } from '#areas/setup/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Language } from '#kit/web/i18n.ts'
import { useT } from '#kit/web/i18n.ts'
import { useAppearance } from '#kit/web/theme.tsx'
import { getConfig } from '../config.ts'
import './legal.css'

type Section = { title: string; text: string[] }
type Legal = Record<'terms' | 'privacy', Section[]>

// Long texts that are read seldom, so they are no part of what every visit fetches.
const files: Record<Language, () => Promise<{ default: Legal }>> = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
  fr: () => import('./fr.json'),
  ja: () => import('./ja.json'),
}

export const TermsPage = () => <LegalPage which="terms" />
export const PrivacyPage = () => <LegalPage which="privacy" />

/** For everybody, signed in or not: under which terms this is used, and what is kept of whom for how long. */
function LegalPage({ which }: { which: keyof Legal }) {
  const t = useT()
  const { language } = useAppearance().appearance
  const [sections, setSections] = useState<Section[]>()
  useEffect(() => {
    let mounted = true
    const standard = async () => (await files[language]()).default[which]
    // Without an answer the standard text is better than none.
    const own = call(legalText, { Which: which, LanguageCode: language }).catch(() => undefined)
    void own
      .then((answer) => (answer?.Text ? sectionsOf(answer.Text) : standard()))
      .then((read) => mounted && setSections(read))
    return () => {
      mounted = false
    }
  }, [language, which])
  const title = t(which === 'terms' ? 'app:footer.terms' : 'app:footer.privacy')
  const named = (text: string) => text.replaceAll('{owner}', () => getConfig().Title)
  return (
    <article className="legal" aria-busy={!sections}>
      <title>{`${title} · ${getConfig().Title}`}</title>
      <h1>{title}</h1>
      {sections?.map((section) => (
        <section key={section.title}>
          {section.title && <h2>{section.title}</h2>}
          {section.text.map((paragraph) => (
            <p key={paragraph}>{named(paragraph)}</p>
          ))}
        </section>
      ))}
    </article>
  )
}

/** The company's own words: # begins a heading, a blank line a paragraph. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ title: '', text: [] }]
  for (const part of text.split(/\n\s*\n|\n(?=#)|(?<=^#[^\n]*)\n/m)) {
    const heading = /^#+\s*(.+)/.exec(part.trim())?.[1]
    if (heading) sections.push({ title: heading, text: [] })
    else if (part.trim()) sections.at(-1)!.text.push(part.trim())
  }
  return sections.filter((section) => section.title || section.text.length > 0)
}
