import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { textsInParts } from './scripts/texts-in-parts.ts'

export default defineConfig({
  root: 'app/web',
  // Addresses stay relative, so that the same build works under any BASE_PATH: the server only writes `<base href>`.
  base: './',
  plugins: [textsInParts(), react(), zodWithoutEval(), formsApart()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Inlined images would need `data:` in more places of the content security policy than it allows.
    assetsInlineLimit: 0,
    // scripts/bundle-size.ts holds what a visit may weigh, packed; the shell alone is more than this asks about unpacked.
    chunkSizeWarningLimit: 600,
    // A list of everything that every page will need is itself twenty kilobytes of the first visit. Scripts find what
    // they import by themselves; styles must be there before their page is drawn.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      // Says how slow the build was on this machine, which no operator can act on.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // Without groups, code that two pages share becomes a separate file: forty requests before the sign-in.
          // A group takes along all that its modules need and that no earlier group has. One file for each step of the day:
          // signing in, the shell around every page, and the pages that one begins on, with all that areas bring to them.
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime/,
              priority: 5,
            },
            { name: 'sign-in', test: /app\/web\/(main\.tsx|layout\/AuthLayout\.tsx|auth\/Login\.tsx)$/, priority: 4 },
            {
              name: 'shell',
              test: /app\/web\/signed-in-routes\.tsx$|kit\/web\/(States|Facts|Figures|Layout|Sections|StatusTag|CopyButton|ColourTag|HomeParts)\.tsx$|areas\/customers\/web\/members\/MemberPicker\.tsx$/,
              priority: 3,
            },
            { name: 'home', test: /areas\/(dashboard\/web|[^/]+\/web\/counter)\/.*\.tsx?$/, priority: 2 },
            { name: 'icons', test: /node_modules\/(@ant-design\/icons|lucide-react)/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})

/**
 * Zod finds out whether it may make functions of text by trying. The content security policy stops that and reports it
 * as a violation each time, so in the browser it does not try.
 */
function zodWithoutEval(): Plugin {
  const empty = '__zod_globalConfig = {}'
  return {
    name: 'zod-without-eval',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/core\.js$/ },
      handler(code) {
        if (!code.includes(empty)) this.error('zod keeps its settings elsewhere now: look at its core/core.js')
        return code.replace(empty, '__zod_globalConfig = { jitless: true }')
      },
    },
  }
}

/** Every component of the library asks whether it is inside a form, and would load all of the form's code for that. */
function formsApart(): Plugin {
  const whole = "from '@rc-component/form'"
  return {
    name: 'forms-apart',
    apply: 'build',
    transform: {
      filter: { id: /antd\/es\/form\/context\.js$/ },
      handler(code) {
        if (!code.includes(whole)) this.error('antd asks for forms elsewhere now: look at its form/context.js')
        return code.replace(whole, "from '@rc-component/form/es/FormContext'")
      },
    },
  }
}
