import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractsWithoutSchemas } from './scripts/contracts-in-browser.ts'
import { publicTexts } from './scripts/texts-in-parts.ts'

// The public pages for phones (app/public): a separate application, built next to that of the staff and into
// the same folder, so that neither contains code of the other.

/** Code that several pages share is one file in addition to that of the page; it includes the landing page, the most frequent one. */
const shared = new RegExp(
  `/self-service/(contract|contract/.+|public/(${[
    ...['LandingPage', 'AddressFields', 'ConsentRows', 'ConsentsCard', 'EmailCode', 'FinishButton', 'SessionOver'],
    ...['VerifiedBadge', 'checks', 'useCustomerSession', 'card/MemberCode'],
  ].join('|')}))\\.tsx?$|/self-service/public/(self-service|card/card)\\.css$`,
)

export default defineConfig({
  root: 'app/public',
  base: './',
  // The staff's build puts these into the folder; here they only have to be known.
  publicDir: '../web/public',
  plugins: [publicTexts(), contractsWithoutSchemas(), react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/public.json',
    target: 'es2023',
    assetsInlineLimit: 0,
    // The server names in each page what it will fetch.
    modulePreload: false,
    rolldownOptions: {
      // Says how slow the build was on this machine, which no operator can act on.
      checks: { pluginTimings: false },
      input: { public: 'app/public/public.html', worker: 'areas/self-service/public/worker.ts' },
      output: {
        // A service worker controls paths below its own, and is requested by its name.
        entryFileNames: ({ name }) => (name === 'worker' ? 'self-service/worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: [
            {
              name: 'public',
              test: /node_modules\/(react|react-dom|scheduler)\/|app\/public\/|kit\/(?!contract\/issues).*\.tsx?$|kit\/public\/public\.css|tokens\.css|typeface\.css|rolldown\/runtime/,
            },
            { name: 'shared', test: shared },
            // The member's own pages share a little more among themselves.
            { name: 'own', test: /self-service\/public\/card\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
