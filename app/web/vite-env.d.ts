/// <reference types="vite/client" />

// Made by scripts/texts-in-parts.ts of what the areas say.
declare module 'virtual:texts/*' {
  export const texts: Record<string, Record<string, string>>
}
