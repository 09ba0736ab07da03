declare module '*?picture' {
  import type { PictureFacts } from '#shared/picture.ts'

  const facts: PictureFacts
  export default facts
}
