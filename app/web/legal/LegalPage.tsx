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

// The legal texts are loaded on demand, because they are long and rarely read.
const files: Record<Language, () => Promise<{ default: Legal }>> = {
  en: () => import('./en.json'),
  zh: () => import('./zh.json'),
  fr: () => import('./fr.json'),
  ja: () => import('./ja.json'),
}

export const TermsPage = () => <LegalPage which="terms" />
export const PrivacyPage = () => <LegalPage which="privacy" />

/** Shows the terms of use or the privacy notice, also to visitors without a session. */
function LegalPage({ which: kind }: { which: keyof Legal }) {
  const t = useT()
  const { language } = useAppearance().appearance
  const [sections, setSections] = useState<Section[]>()
  useEffect(() => {
    let mounted = true
    const loadStandardText = async () => (await files[language]()).default[kind]
    // The standard legal text is shown if the company's text cannot be loaded.
    const companyText = call(legalText, { Which: kind, LanguageCode: language }).catch(() => undefined)
    void companyText
      .then((answer) => (answer?.Text ? sectionsOf(answer.Text) : loadStandardText()))
      .then((loadedSections) => mounted && setSections(loadedSections))
    return () => {
      mounted = false
    }
  }, [language, kind])
  const title = t(kind === 'terms' ? 'app:footer.terms' : 'app:footer.privacy')
  const withOwner = (text: string) => text.replaceAll('{owner}', () => getConfig().Title)
  return (
    <article className="legal" aria-busy={!sections}>
      <title>{`${title} · ${getConfig().Title}`}</title>
      <h1>{title}</h1>
      {sections?.map((section) => (
        <section key={section.title}>
          {section.title && <h2>{section.title}</h2>}
          {section.text.map((paragraph) => (
            <p key={paragraph}>{withOwner(paragraph)}</p>
          ))}
        </section>
      ))}
    </article>
  )
}

/** Splits the company's legal text into parts: `#` starts a heading, an empty line starts a paragraph. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ title: '', text: [] }]
  for (const part of text.split(/\n\s*\n|\n(?=#)|(?<=^#[^\n]*)\n/m)) {
    const heading = /^#+\s*(.+)/.exec(part.trim())?.[1]
    if (heading) sections.push({ title: heading, text: [] })
    else if (part.trim()) sections.at(-1)!.text.push(part.trim())
  }
  return sections.filter((section) => section.title || section.text.length > 0)
}
