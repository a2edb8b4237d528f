//@ expect: safe
//@ skip-none
/* The parts of <emmintrin.h> that are no plain vector arithmetic. */
#include <emmintrin.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name, __m128i v)
{
    unsigned char b[16];
    memcpy(b, &v, 16);
    printf("%s ", name);
    for (int i = 15; i >= 0; i--)
        printf("%02x", b[i]);
    printf("\n");
}
static void showf(const char *name, __m128 v) { show(name, _mm_castps_si128(v)); }
static void showd(const char *name, __m128d v) { show(name, _mm_castpd_si128(v)); }

int main(void)
{
    volatile int seed = 3;
    int k = seed;
    __m128i a = _mm_set_epi16(300, -300, 5, -5, 32767, -32768, 127, k);
    __m128i b = _mm_set_epi16(1, 2, -3, 4, -32768, 32767, 200, -129);
    __m128i c = _mm_set_epi32(70000, -70000, 12, -k), n = _mm_set_epi64x(0, k), big = _mm_set_epi64x(0, 100);
    __m128 f = _mm_set_ps(1.5f, -2.5f, 3e10f, 0.25f), g = _mm_set_ps(1.5f, 2.5f, -1, (float)k);
    __m128d d = _mm_set_pd(2.5, -1e20), e = _mm_set_pd(-3.5, (double)k);
    printf("%x %x %x\n", _mm_movemask_epi8(a), _mm_movemask_ps(f), _mm_movemask_pd(e));
    show("packs16", _mm_packs_epi16(a, b));
    show("packus16", _mm_packus_epi16(a, b));
    show("packs32", _mm_packs_epi32(c, a));
    show("madd", _mm_madd_epi16(a, b));
    show("sad", _mm_sad_epu8(a, b));
    show("avg8", _mm_avg_epu8(a, b));
    show("avg16", _mm_avg_epu16(a, b));
    show("mulhi", _mm_mulhi_epi16(a, b));
    show("mulhiu", _mm_mulhi_epu16(a, b));
    show("sll", _mm_sll_epi16(a, n));
    show("sll big", _mm_sll_epi32(a, big));
    show("slli", _mm_slli_epi64(a, k));
    show("srl", _mm_srl_epi32(a, n));
    show("srli", _mm_srli_epi16(a, k));
    show("sra", _mm_sra_epi16(a, n));
    show("srai", _mm_srai_epi32(a, k + 100));
    show("cvtps", _mm_cvtps_epi32(f));
    show("cvttps", _mm_cvttps_epi32(f));
    show("cvtpd", _mm_cvtpd_epi32(d));
    show("cvttpd", _mm_cvttpd_epi32(e));
    showf("cvtpd2ps", _mm_cvtpd_ps(d));
    showf("cvtsd2ss", _mm_cvtsd_ss(f, e));
    printf("%d %d %d %lld\n", _mm_cvtss_si32(g), _mm_cvttss_si32(f), _mm_cvtsd_si32(e), (long long)_mm_cvttsd_si64(d));
    showf("min", _mm_min_ps(f, g));
    showf("max ss", _mm_max_ss(f, g));
    showd("max", _mm_max_pd(d, e));
    showf("cmplt", _mm_cmplt_ps(f, g));
    showd("cmpneq", _mm_cmpneq_sd(d, e));
    showd("cmpunord", _mm_cmpunord_pd(d, e));
    printf("%d %d %d\n", _mm_comilt_ss(f, g), _mm_ucomieq_sd(d, e), _mm_comige_sd(e, d));
    showf("sqrt", _mm_sqrt_ps(g));
    show("adds", _mm_adds_epi16(a, b));
    show("subs", _mm_subs_epu8(a, b));
    show("max", _mm_max_epi16(a, b));
    show("cmpgt", _mm_cmpgt_epi8(a, b));
    show("unpack", _mm_unpackhi_epi16(a, b));
    show("shuffle", _mm_shufflelo_epi16(a, 0x1b));
    show("slli_si", _mm_slli_si128(a, 3));
    unsigned char room[16] = {0};
    _mm_maskmoveu_si128(a, b, (char *)room);
    show("maskmove", _mm_loadu_si128((__m128i *)room));
    _mm_mfence();
    _mm_pause();
    return 0;
}
