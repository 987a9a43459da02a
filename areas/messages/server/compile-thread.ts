import { cleanText, compile } from './compile.ts'
import type { CompiledText, CompileTask } from './compile-texts.ts'
import { render } from './render-version.ts'
import { performTasks } from './threads/thread.ts'

// The program of the threads of compile-texts.ts.

async function perform({ names, ContactType, Purpose, text, webUrl, preview }: CompileTask): Promise<CompiledText> {
  const cleaned = cleanText(names, ContactType, text, { webUrl })
  const version = { ...(await compile(ContactType, Purpose, cleaned.text)), Language: text.Language }
  const rendered = preview ? render(ContactType, version, preview.merged, preview.currency) : null
  return { ...cleaned, version, rendered }
}

// The compiler is loaded before the first task, whose time it would use up.
await compile('Email', 'Service', { Language: 'en', Subject: '', Body: '' })
performTasks(perform)
