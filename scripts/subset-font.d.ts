/** Types for a package that has no types. Contains only what we use. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepFeatures?: string[]
      variationAxes?: Record<string, number>
    },
  ): Promise<Buffer>
}
