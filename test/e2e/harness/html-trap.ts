import type { Page } from 'playwright-core';

import { startProxy } from './proxy.ts';

/** What a page did because of hostile HTML. */
type Seen = {
  /** Requests that the trap's server received. */
  readonly asked: readonly string[];
  /** Requests to the trap, sent or blocked. */
  readonly requests: readonly string[];
  /** Console messages of any kind. */
  readonly messages: readonly string[];
  /** Violated rules of the content security policy. */
  readonly violations: readonly string[];
};

export const nothingSeen: Seen = { asked: [], requests: [], messages: [], violations: [] };

export type HtmlTrap = {
  /** Pieces of HTML that each load from the trap or run a script. None shows text. */
  readonly scraps: readonly string[];
  /** Records what the page does. Returns a function that stops this and returns the record. */
  watch(page: Page): Promise<() => Promise<Seen>>;
  stop(): Promise<void>;
};

/** Starts a server that answers every request, and returns HTML that would call it. */
export async function startHtmlTrap(): Promise<HtmlTrap> {
  const asked: string[] = [];
  const server = await startProxy((call, response) => {
    asked.push(call.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });

  return {
    scraps: [...loading(`${server.url}/trap`), ...acting],
    async watch(page) {
      const requests: string[] = [];
      const messages: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/trap')) requests.push(request.url());
      });
      page.on('console', (message) => messages.push(message.text()));
      const broken = await page.evaluateHandle(() => {
        const rules: string[] = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          rules.push(effectiveDirective),
        );
        return rules;
      });
      return async () => {
        // Loads and reports may be late.
        await new Promise((resolve) => setTimeout(resolve, 300));
        return { asked, requests, messages, violations: await broken.jsonValue() };
      };
    },
    stop: () => server.stop(),
  };
}

/** Returns HTML that loads files. Its pictures have addresses without `http:`, so the page removes them. */
function loading(url: string): string[] {
  const address = url.replace('http://', '');
  return [
    `<img src="//${address}/img.png" onerror=alert(1)>`,
    `<img/src=//${address}/img/onerror=alert(1)>`,
    `<img srcset="${url}/1x 1x, /trap/2x 2x" sizes=100vw>`,
    `<picture><source srcset=${url}/picture><img></picture>`,
    `<svg onload=alert(1)><image href="${url}/image"/><use xlink:href="${url}/use#a"/><style>@import "${url}/svg";</style></svg>`,
    `<svg><script href="${url}/script"/><foreignObject><p style="background:url(${url}/foreign)"></p></foreignObject></svg>`,
    `<math><mi href="${url}/mi" style="background:url(${url}/math)" onclick=alert(1)></mi></math>`,
    `<a href="${url}/a" ping="${url}/ping" attributionsrc="${url}/source" onclick=alert(1)></a>`,
    `<link rel=stylesheet href="${url}/sheet"><link rel=preload as=image href="/trap/preload"><link rel=prefetch href=${url}/prefetch>`,
    `<meta http-equiv=refresh content="0; url=${url}/refresh"><meta http-equiv=content-security-policy content="img-src *; junk">`,
    `<base href="${url}/base/">`,
    `<BASE/HREF=/trap/base><base target=_top>`,
    `<iframe src="${url}/iframe"></iframe><iframe src=javascript:alert(1) onload=alert(1)></iframe>`,
    `<iframe srcdoc="<p style='background:url(${url}/srcdoc)' onclick=alert(1)>"></iframe>`,
    `<frameset onload=alert(1)><frame src="${url}/frame"></frameset>`,
    `<video src="${url}/video" poster="${url}/poster" autoplay><source src="${url}/source"><track default src="${url}/track"></video>`,
    `<video><track/default/src=${url}/track></video>`,
    `<audio autoplay src="${url}/audio" onerror=alert(1)><track kind=captions default src="/trap/captions"></audio>`,
    `<object data="${url}/object"><param name=movie value="${url}/param"></object><embed src="${url}/embed"><applet code="${url}/applet"></applet>`,
    `<script src="${url}/script"></script><script>alert(1)</script><script type=module>import "${url}/module"</script>`,
    `<style>@import "${url}/import"; p { background: url(${url}/rule) }</style><STYLE media=screen>p{}</STYLE >`,
    `<p style="background:url(${url}/style)"></p>`,
    `<p/style=background:url(${url}/slash)></p>`,
    `<p class="x"style='background:url("${url}/close")'></p>`,
    `<p\fSTYLE\n=\t"background:url(${url}/feed)"></p>`,
    `<table background="${url}/table"><tr><td style="background:url(${url}/cell)"></table>`,
    `<body background="${url}/body" onload=alert(1) style="color:red">`,
    `<input type=image src="${url}/input" onerror=alert(1)><input autofocus onfocus=alert(1)>`,
    `<template><img src="${url}/template" onerror=alert(1) style=color:red></template>`,
    `<template shadowrootmode=open><p style="background:url(${url}/shadow)"></p></template>`,
    `<noscript><img src="${url}/noscript" onerror=alert(1)><p style=color:red></p></noscript>`,
  ];
}

const acting = [
  '<p onclick="alert(1)"></p>',
  '<p/onclick=alert(1)></p>',
  '<p id="x"onclick=alert(1)></p>',
  "<p ONCLICK = 'alert(1)'></p>",
  '<p\nonClick\n=\nalert(1)></p>',
  '<p\fonclick=alert(1)/></p>',
  '<p / onclick></p>',
  '<p title=">" onclick=alert(1)></p>',
  '<p title=a\u00A0b onclick=alert(1)></p>',
  '<p a="b" a="c" "onclick=x" onclick=alert(1)></p>',
  '<p =onclick=x onclick=alert(1)></p>',
  '<p<b onclick=alert(1)></p>',
  '<custom-x is=y onclick=alert(1) style=color:red></custom-x>',
  '<details open ontoggle=alert(1)></details><marquee onstart=alert(1)></marquee>',
  '<!--><p onclick=alert(1)></p>',
  '<!-- --!><p onclick=alert(1)></p>',
  '<![CDATA[><p onclick=alert(1)></p>',
  '<svg><![CDATA[><p onclick=alert(1) style=color:red>]]></svg>',
  '<?xml version="1.0"><p onclick=alert(1)></p>',
  '</ p title="><p onclick=alert(1)></p>',
  '<script><!--<script></script><p onclick=alert(1)></p>',
  '<svg><style><p style=color:red></p></style></svg>',
  `<noembed><p title="</noembed><p onclick=alert(1) title='"></p></noembed>'></p>`,
  '<form><input name=parentNode><input name=nodeName><input name=textContent></form>',
  '<form action=javascript:alert(1) oninput=alert(1)><button formaction=javascript:alert(1)></button></form>',
];
