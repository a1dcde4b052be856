/** Eleventy's way: pages by pagination over global data, one template for each kind of file. */
// biome-ignore lint/style/noDefaultExport: where Eleventy looks for its configuration
export default function (eleventyConfig) {
  eleventyConfig.setUseGitIgnore(false);
  return { dir: { input: '.', data: '_data' } };
}
